/** Refuses plain messages between AI agents of a project that wants them in conversations. */
import { SynapseError } from '../../errors.js';
import { fill } from '../../i18n/fill.js';
import { CONVERSATION_FIRST } from '../../i18n/tool-hints.js';
import { type KnownAgent, memberOf } from '../../registry/entry.js';
import { findProject } from '../../team/people/projects.js';
import type { TeamAccess } from '../team/team-access.js';

/** What this agent sends. */
export async function checkSending(access: TeamAccess, target: KnownAgent): Promise<void> {
  if (isTeammate(access, target) && (await isRequired(access))) {
    throw refusal(access, access.context.member, memberOf(target));
  }
}

/** What another agent sends to this one, in case its daemon did not check. */
export async function checkReceiving(access: TeamAccess, senderId: string): Promise<void> {
  if (access.isPerson || access.context.project === null || !(await isRequired(access))) return;
  const sender = access.context.registry.get(senderId);
  if (sender && isTeammate(access, sender)) throw refusal(access, memberOf(sender), access.context.member);
}

/** An AI agent of the same project. The other session of this agent is not another agent. */
function isTeammate({ context, isPerson }: TeamAccess, other: KnownAgent): boolean {
  const { project, member } = context;
  return (
    !isPerson && project !== null && other.kind === 'ai' && other.project === project && memberOf(other) !== member
  );
}

/** False if the team cannot be read, because messages must get through then. */
async function isRequired(access: TeamAccess): Promise<boolean> {
  const { project, log } = access.context;
  try {
    const team = await access.ifThere();
    const found = project !== null && team ? await team.store.read((db) => findProject(db, project)) : null;
    return found?.requiresConversations ?? false;
  } catch (error) {
    log.error('team', { reason: (error as Error).message });
    return false;
  }
}

function refusal({ isChatTerminal, context }: TeamAccess, fromId: string, toId: string): SynapseError {
  const facts = { from_agent_id: fromId, to_agent_id: toId, project_id: context.project };
  const text = CONVERSATION_FIRST[isChatTerminal ? 'chat' : 'task'];
  const message = { en: fill(text.en, facts, 'command'), ja: fill(text.ja, facts, 'command') };
  return new SynapseError('conversation_required_for_ai_to_ai', facts, { message, hint: null });
}
