/** `synapse say`: writes to an agent in the chat of its project, and asks for its chat session. */
import { fail, SynapseError } from '../../../errors.js';
import { synapseHome } from '../../../paths.js';
import { refuseElsewhere } from '../../../registry/hosts/resolve-remote.js';
import { askTeam } from '../../client/ask-team.js';
import { readMessage } from '../../client/message-text.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { projectNamed, projectToList } from '../project/project-of-folder.js';
import type { sayOptions } from './spec.js';

interface Member {
  readonly id: string;
  readonly name: string;
  readonly projects?: readonly string[];
}

export async function runSay(
  [word = '', message]: readonly string[],
  options: OptionValues<typeof sayOptions>,
): Promise<number> {
  const text = readMessage(message, []);
  const { agents } = (await askTeam({ path: '/agents' })) as { agents: Member[] };
  const agent = memberNamed(agents, word);
  const project = await projectOf(agent, options.project);
  const chat = `/projects/${encodeURIComponent(project)}/agents/${encodeURIComponent(agent.id)}/chat`;
  const { success: _, ...sent } = await askTeam({ path: `${chat}/messages`, body: { content: text } });
  const { status } = await askTeam({ path: `${chat}/start`, body: {} });
  if (options.json) {
    printJson({ message: { ...sent, session: status } });
    return 0;
  }
  printLine(sent.message_id);
  const notes = [sent.warning, sent.note].filter(Boolean);
  // A note says why it is not.
  const isStarting = status !== 'active' && notes.length === 0;
  printNote(isStarting ? `Sent to ${agent.id}; its chat session is being started.` : `Sent to ${agent.id}.`);
  for (const note of notes) printNote(`note: ${oneLine(String(note))}`);
  return 0;
}

/** By its id, its name, or the beginning of its id. */
function memberNamed(agents: readonly Member[], word: string): Member {
  const ways = [
    agents.filter(({ id }) => id === word),
    agents.filter(({ name }) => name === word),
    agents.filter(({ id }) => word !== '' && id.startsWith(word)),
  ];
  const [found, ...others] = ways.find((matches) => matches.length > 0) ?? [];
  if (!found) {
    refuseElsewhere(synapseHome(), word);
    throw new SynapseError('agent_not_found', { target: word }, { hint: 'synapse agent list' });
  }
  if (others.length === 0) return found;
  throw fail('ambiguous_target', { target: word, matches: [found, ...others].map(({ id }) => id) });
}

async function projectOf({ id, projects = [] }: Member, named: string | undefined): Promise<string> {
  if (named !== undefined) return projectNamed(named);
  const here = await projectToList({});
  if (here !== undefined && projects.includes(here)) return here;
  const [only, ...others] = projects;
  if (only === undefined) throw fail('agent_not_found', { target: id });
  if (others.length === 0) return only;
  throw new SynapseError(
    'invalid_request',
    { reason: `${id} is in several projects: ${projects.join(', ')}.` },
    { hint: `Add --project ${only}` },
  );
}
