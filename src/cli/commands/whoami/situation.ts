/** What an agent or a person needs to know to go on: who they are, who waits for them, and what to type next. */
import { WHOAMI } from '../../../i18n/said/whoami.js';
import { told } from '../../../i18n/told.js';
import { type LiveEntry, terminalsOf } from '../../../registry/entry.js';

export interface OpenRequest {
  readonly id: string;
  readonly short_id: string;
  readonly sender: string;
  readonly age_seconds: number;
  readonly text: string;
}

interface NextStep {
  readonly command: string;
  readonly meaning: string;
}

export interface Situation {
  readonly agent: {
    readonly id: string;
    readonly type: string;
    readonly kind: 'ai' | 'human';
    readonly name: string | null;
    readonly role: string | null;
    readonly project: string | null;
    readonly session: { readonly purpose: 'task' | 'chat'; readonly why: string | null } | null;
  };
  readonly open_requests: readonly OpenRequest[];
  readonly next: readonly NextStep[];
}

/** `instance` names the terminal of the agent in which the command runs, if it runs in one. */
export function situationOf(
  entry: LiveEntry,
  instance: string | undefined,
  requests: readonly OpenRequest[],
): Situation {
  const { id, type, kind, name, role } = entry;
  const terminals = terminalsOf(entry);
  const terminal = terminals.find((each) => each.instance === instance) ?? terminals[0];
  const session = terminal?.purpose ? { purpose: terminal.purpose, why: terminal.why } : null;
  return {
    agent: { id, type, kind, name, role, project: terminal?.project ?? entry.project, session },
    open_requests: requests,
    next: nextSteps(requests, { isPerson: kind === 'human', hasSession: session !== null }),
  };
}

/** More than this would hide the rest; `synapse reply --list-targets` shows all. */
const MOST_REQUESTS = 3;

function nextSteps(
  requests: readonly OpenRequest[],
  { isPerson, hasSession }: { readonly isPerson: boolean; readonly hasSession: boolean },
): NextStep[] {
  const replies = requests.slice(0, MOST_REQUESTS).map(({ short_id, sender }) => ({
    command: `synapse reply --to ${short_id} "…"`,
    meaning: told(WHOAMI.reply, { sender }),
  }));
  const question = requests.slice(0, 1).map(({ short_id, sender }) => ({
    command: `synapse reply --to ${short_id} --ask "…"`,
    meaning: told(WHOAMI.ask_back, { sender }),
  }));
  return [
    ...replies,
    ...question,
    ...(hasSession ? [{ command: 'synapse tool get_next_action', meaning: told(WHOAMI.next_action) }] : []),
    ...(isPerson ? [{ command: 'synapse inbox', meaning: told(WHOAMI.inbox) }] : []),
    { command: 'synapse list', meaning: told(WHOAMI.who) },
    { command: 'synapse send <agent> "…" --response', meaning: told(WHOAMI.ask) },
  ];
}
