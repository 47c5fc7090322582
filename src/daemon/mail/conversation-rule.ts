/** Refuses plain messages between AI agents of a project that wants them in conversations. */
import { SynapseError } from '../../errors.js';
import { fill } from '../../i18n/fill.js';
import { CONVERSATION_FIRST } from '../../i18n/tool-hints.js';
import type { KnownAgent } from '../../registry/entry.js';
import { findProject } from '../../team/people/projects.js';
import type { TeamAccess } from '../team/team-access.js';

/** What this agent sends, from a session with this purpose. */
export async function checkSending(access: TeamAccess, target: KnownAgent, purpose: 'task' | 'chat'): Promise<void> {
  if (isTeammate(access, target) && (await isRequired(access))) {
    throw refusal(access, { from: access.context.self.id, to: target.id, purpose });
  }
}

/** What another agent sends to this one, in case its daemon did not check. */
export async function checkReceiving(access: TeamAccess, senderId: string): Promise<void> {
  if (access.isPerson || access.context.project === null || !(await isRequired(access))) return;
  const sender = access.context.registry.get(senderId);
  if (sender && isTeammate(access, sender))
    throw refusal(access, { from: sender.id, to: access.context.self.id, purpose: 'task' });
}

/** Another AI agent of the same project. */
function isTeammate({ context, isPerson }: TeamAccess, other: KnownAgent): boolean {
  const { project, self } = context;
  return !isPerson && project !== null && other.kind === 'ai' && other.project === project && other.id !== self.id;
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

function refusal(
  { context }: TeamAccess,
  { from, to, purpose }: { readonly from: string; readonly to: string; readonly purpose: 'task' | 'chat' },
): SynapseError {
  const facts = { from_agent_id: from, to_agent_id: to, project_id: context.project };
  const text = CONVERSATION_FIRST[purpose];
  const message = { en: fill(text.en, facts, 'command'), ja: fill(text.ja, facts, 'command') };
  return new SynapseError('conversation_required_for_ai_to_ai', facts, { message, hint: null });
}
