/** Decides what Claude Code is doing from what its hooks and its status file report. */
import type { Evidence } from '../../front-door.js';
import type { HookEvent, ToolCall } from './hook-event.js';
import type { Status } from './status-file.js';

export interface Reported {
  readonly hook: { readonly state: Evidence['state'] } | null;
  readonly status: Status | null;
  /** The permission questions that have been asked and not answered, as far as it is known. */
  readonly asked: readonly (ToolCall & { readonly at: number })[];
}

export const NOTHING_REPORTED: Reported = { hook: null, status: null, asked: [] };

/** After an interrupt no hook runs, and a `Stop` can be refused by another hook; the status file knows both. */
export function evidenceOf({ hook, status, asked }: Reported): Evidence | null {
  const state = status?.state ?? hook?.state;
  if (!state) return null;
  const mayAsk = state === 'waiting' && (status?.state == null || status.isPermission);
  // Of several open questions, nothing says which one is on the screen.
  const [ask] = mayAsk && asked.length === 1 ? asked : [];
  const asks = ask ? { tool: ask.tool, command: ask.command } : null;
  return { state, by: asks || status?.state == null ? 'hook' : 'event', asks };
}

export function afterHook(reported: Reported, event: HookEvent): Reported {
  const state = event.isOfSubagent && event.name !== 'PermissionRequest' ? undefined : stateAfter(event);
  return { ...reported, hook: state ? { state } : reported.hook, asked: askedAfter(reported.asked, event) };
}

export function afterStatus(reported: Reported, status: Status | null): Reported {
  const isAnswered = status?.state === 'ready' || status?.state === 'busy';
  const asked = isAnswered ? reported.asked.filter(({ at }) => at > status.at) : reported.asked;
  return { ...reported, status, asked };
}

const STATES: Readonly<Record<string, Evidence['state']>> = {
  UserPromptSubmit: 'busy',
  PreToolUse: 'busy',
  PermissionRequest: 'waiting',
  PostToolUse: 'busy',
  PostToolUseFailure: 'busy',
  Stop: 'ready',
};
const NOTICES: Readonly<Record<string, Evidence['state']>> = { permission_prompt: 'waiting', idle_prompt: 'ready' };

function stateAfter({ name, notice }: HookEvent): Evidence['state'] | undefined {
  return name === 'Notification' ? NOTICES[notice ?? ''] : STATES[name];
}

function askedAfter(asked: Reported['asked'], { name, tool, at, isOfSubagent }: HookEvent): Reported['asked'] {
  if (name === 'PermissionRequest') return tool ? [...asked, { ...tool, at }] : asked;
  if (name === 'PostToolUse' || name === 'PostToolUseFailure') {
    const done = asked.findIndex((ask) => ask.tool === tool?.tool && ask.command === tool.command);
    return asked.filter((_, index) => index !== done);
  }
  const isNewTurn = name === 'Stop' || name === 'UserPromptSubmit' || name === 'SessionStart';
  return isNewTurn && !isOfSubagent ? [] : asked;
}
