/** `synapse agent`: the team and its hierarchy. */
import { fail } from '../../../errors.js';
import { teamSessions } from '../../client/ask-sessions.js';
import { sentenceOf } from '../../client/ask-waiting.js';
import { here } from '../../client/find-agent.js';
import { askTeam, ofProject } from '../../client/team-daemon.js';
import { coloursFor, table } from '../../print/output.js';
import { describeSession, NO_SESSIONS, type TeamSessions } from '../../print/session-words.js';
import { printJson, printLine, readable, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { agentAddOptions, jsonOptions, teamOptions } from '../../spec/options.js';
import { environmentOf } from '../agents/start.js';

export interface TeamAgent {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly hierarchy: string;
  readonly parent_agent_id: string | null;
  readonly status: string;
  readonly projects?: readonly string[];
}

type TeamOptions = OptionValues<typeof teamOptions>;

export async function runAgentAdd(
  args: readonly string[],
  options: OptionValues<typeof agentAddOptions>,
): Promise<number> {
  const { project, kind, name, parent, manager, profile, command, role, cwd, noAuto, json } = options;
  if (project === undefined) throw fail('invalid_request', { reason: 'An agent works in a project: --project ID.' });
  const env = options.env && environmentOf(options.env);
  const given = { kind, name, parent, manager, profile, command, role, cwd, env, ...(noAuto ? { auto: false } : {}) };
  const answer = await askTeam({ path: '/agents', body: { id: args[0], project, ...given } });
  if (json) printJson(answer);
  else {
    printLine(answer.agent.id);
    say(`${answer.agent.id} is in ${project}.`);
  }
  return 0;
}

export async function runAgentList(_args: readonly string[], options: TeamOptions): Promise<number> {
  const answer = await agentsOf(options);
  if (options.json) printJson(answer);
  else if (answer.agents.length === 0) say('There is nobody yet. Begin with: synapse project create <id>');
  else {
    const rows = answer.agents.map(({ id, name, kind, hierarchy, parent_agent_id, status, projects }) =>
      [id, name, kind, hierarchy, parent_agent_id ?? '-', status, projects?.join(', ') ?? ''].map((text) => ({ text })),
    );
    const header = ['ID', 'NAME', 'KIND', 'HIERARCHY', 'PARENT', 'STATUS', 'PROJECTS'];
    printLine(table(header, rows, await coloursFor(process.stdout)));
  }
  return 0;
}

export async function runAgentTree(_args: readonly string[], options: TeamOptions): Promise<number> {
  const answer = await agentsOf(options);
  const team = (await teamSessions(here())) ?? NO_SESSIONS;
  const linesOf = ({ id }: TeamAgent) => sessionLines(id, team, options.project);
  if (options.json) printJson({ ...answer, ...ofAgents(answer.agents, team, options.project) });
  else if (answer.agents.length > 0) printLine(tree(answer.agents, linesOf));
  return 0;
}

export async function runAgentRemove(args: readonly string[], options: TeamOptions): Promise<number> {
  const id = args[0] ?? '';
  const answer = await askTeam({
    path: `/agents/${encodeURIComponent(id)}/remove`,
    body: { project: options.project },
  });
  if (options.json) printJson(answer);
  else say(`${id} has left ${answer.projects.join(', ')}.`);
  return 0;
}

export async function runAgentPasskey(
  args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const answer = await askTeam({ path: `/agents/${encodeURIComponent(args[0] ?? '')}/passkey`, body: {} });
  if (options.json) printJson(answer);
  else {
    printLine(answer.passkey);
    say('Keep it now: it is not shown again. The passkey before it is no longer valid.');
  }
  return 0;
}

/** Everybody below their parent; whose parent is not among them stands at the top. What an agent is doing stands below it. */
export function tree(
  agents: readonly TeamAgent[],
  linesOf: (agent: TeamAgent) => readonly string[] = () => [],
): string {
  const ids = new Set(agents.map(({ id }) => id));
  const parentOf = ({ parent_agent_id: parent }: TeamAgent) => (parent !== null && ids.has(parent) ? parent : null);
  const below = (parent: string | null, depth: number): string[] =>
    agents
      .filter((agent) => parentOf(agent) === parent)
      .flatMap((agent) => [
        `${'  '.repeat(depth)}${agent.id}${marks(agent)}`,
        ...linesOf(agent).map((line) => `${'  '.repeat(depth)}  · ${line}`),
        ...below(agent.id, depth + 1),
      ]);
  return below(null, 0).join('\n');
}

function sessionLines(id: string, team: TeamSessions, project: string | undefined): string[] {
  const { sessions, waiting } = ofAgents([{ id }], team, project);
  return [...sessions.map(describeSession), ...waiting.map((work) => readable(sentenceOf(work)))];
}

function ofAgents(
  agents: readonly { readonly id: string }[],
  { sessions, waiting }: TeamSessions,
  project: string | undefined,
): TeamSessions {
  const ids = new Set(agents.map(({ id }) => id));
  const isMeant = ({ agent_id, project_id }: { readonly agent_id: string; readonly project_id: string }) =>
    ids.has(agent_id) && (project === undefined || project_id === project);
  return { sessions: sessions.filter(isMeant), waiting: waiting.filter(isMeant) };
}

function marks({ kind, hierarchy }: TeamAgent): string {
  const found = [...(kind === 'human' ? ['human'] : []), ...(hierarchy === 'manager' ? ['manager'] : [])];
  return found.length === 0 ? '' : ` (${found.join(', ')})`;
}

function agentsOf({ project }: TeamOptions): Promise<{ agents: TeamAgent[] }> {
  return askTeam({ path: `/agents${ofProject(project)}` });
}
