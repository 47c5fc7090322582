/** Makes the card of an agent from the registry and from what its daemon says is open. */
import type { AgentCard, OpenDialog } from '../../../a2a/activity.js';
import { toIso } from '../../../clock.js';
import { firstTerminal, type KnownAgent, terminalsOf } from '../../../registry/entry.js';
import type { Dialog } from '../../../terminal/screen/dialog.js';
import type { OpenTask } from './full-events.js';

export interface Followed {
  readonly isFollowed: boolean;
  /** The requests that the agent has not answered, oldest first. */
  readonly requests: readonly OpenTask[];
}

/** A card shows one line of it. */
const LONGEST_DOING = 160;

export function agentCard(agent: KnownAgent, { isFollowed, requests }: Followed): AgentCard {
  const { live } = agent;
  const newest = requests.at(-1) ?? null;
  const first = live ? firstTerminal(terminalsOf(live)) : null;
  return {
    ...{ id: agent.id, profile: agent.type, name: agent.name, role: agent.role, project: agent.project },
    ...{ kind: agent.kind, status: agent.status, cwd: agent.cwd },
    status_reason: live?.statusReason ?? null,
    status_at: live ? toIso(live.statusAt) : null,
    by: live?.statusBy ?? null,
    doing: newest ? oneLine(newest.text) : (first?.why ?? null),
    doing_for: newest?.peer ?? null,
    doing_since: newest?.at ?? (first?.why ? toIso(first.startedAt) : null),
    open_requests: requests.length,
    channel: live?.channel ?? null,
    port: live?.port ?? null,
    sessions: live
      ? terminalsOf(live).map(({ session, purpose, project, status, statusReason, statusBy, channel }) => ({
          ...{ session, purpose, project, status },
          status_reason: statusReason,
          by: statusBy ?? null,
          channel: channel ?? null,
        }))
      : [],
    started_at: live ? toIso(live.startedAt) : null,
    instance: live?.instance ?? null,
    followed: isFollowed,
  };
}

export function openDialog(agent: string, session: string, { id, text, choices, asks }: Dialog): OpenDialog {
  return {
    ...{ agent, session, dialog: id, text },
    choices: choices.map(({ key, text: label, marked }) => ({ key, text: label, marked })),
    tool: asks?.tool ?? null,
    command: asks?.command ?? null,
  };
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST_DOING ? line : `${line.slice(0, LONGEST_DOING).replace(/[\ud800-\udbff]$/, '')}…`;
}
