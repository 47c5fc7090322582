/** The agents of a team, drawn as a tree. */
import { cutToWidth, terminalWidth } from './width.js';

export interface TeamAgent {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly hierarchy: string;
  readonly parent_agent_id: string | null;
  readonly status: string;
  readonly projects?: readonly string[];
  /** The other host that it belongs to. */
  readonly host?: string | null;
}

export const NO_TEAM_AGENTS = 'There are no agents in projects yet. Start with: synapse project create <id>';

/** Puts each agent under its parent, or at the top if its parent is not among them; `linesOf` says what it is doing. */
export function agentTree(
  agents: readonly TeamAgent[],
  linesOf: (agent: TeamAgent) => readonly string[] = () => [],
  width: number | null = terminalWidth(),
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
  const fit = (line: string) => (width === null ? line : cutToWidth(line, width));
  return below(null, 0).map(fit).join('\n');
}

function marks({ kind, hierarchy }: TeamAgent): string {
  const found = [...(kind === 'human' ? ['human'] : []), ...(hierarchy === 'manager' ? ['manager'] : [])];
  return found.length === 0 ? '' : ` (${found.join(', ')})`;
}
