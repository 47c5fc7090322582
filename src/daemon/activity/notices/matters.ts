/** Decides which events are worth a notice, and writes its two lines. Pure functions. */
import type { Activity, Need } from '../../../a2a/activity.js';
import type { NoticeTopic } from '../../../registry/notice-receivers.js';

/** Something that the person may want to know while nobody looks. */
export interface Matter {
  /** The same for as long as the matter is the same; nobody is told of it twice. */
  readonly id: string;
  readonly topic: NoticeTopic;
  readonly agent: string;
  readonly project: string | null;
  readonly title: string;
  readonly text: string;
  readonly at: string;
  /** The short id of a request that failed. If it did not even arrive, that is a matter of its own. */
  readonly refused?: string;
}

const LONGEST_TEXT = 400;

export function matterOfNeed(need: Need, person: string): Matter {
  const { id, agent, project, since: at } = need;
  return { id, agent, project, at, topic: topicOf(need), title: titleOf(need, person), text: short(textOf(need)) };
}

/** Work that is done, and answers and refusals to the person. */
export function matterOfChange(
  change: Activity,
  { person, step }: { readonly person: string; readonly step: string | null },
): Matter | null {
  const { at } = change;
  if (change.event === 'work' && change.status === 'done' && change.status_before !== null) {
    const { id, project, title: text, assignee, by } = change;
    const agent = assignee ?? by ?? change.created_by;
    return {
      id: `done:${step?.replaceAll(' ', ':') ?? id}`,
      topic: 'done',
      agent,
      project,
      title: `${agent} has finished`,
      text: short(text),
      at,
    };
  }
  if (change.event === 'message' && change.kind === 'answer' && change.to === person) {
    const { id, from: agent, text } = change;
    return {
      id: `done:${id}`,
      topic: 'done',
      agent,
      project: null,
      title: `${agent} has answered`,
      text: short(text),
      at,
    };
  }
  if (change.event === 'message' && REFUSALS.includes(change.kind) && change.to === person) {
    const { id, short_id: refused, from: agent, text } = change;
    const title = `${agent} could not do it`;
    return { id: `failed:${id}`, refused, topic: 'failed', agent, project: null, title, text: short(text), at };
  }
  return null;
}

const REFUSALS = ['failure', 'rejection'];

/** All others are failures. */
const WAITING: readonly Need['what'][] = ['dialog', 'question', 'request', 'chat', 'approval'];

function topicOf({ what }: Need): NoticeTopic {
  return WAITING.includes(what) ? 'needs-you' : 'failed';
}

function titleOf(need: Need, person: string): string {
  const { agent } = need;
  switch (need.what) {
    case 'dialog':
      return `${agent} shows a dialog`;
    case 'question':
      return `${agent} asks back`;
    case 'request':
      return `${agent} asks you`;
    case 'chat':
      return `${agent} wrote to you`;
    case 'approval':
      return `Work waits for your approval`;
    case 'message':
      return `${agent === person ? 'Your message' : `The message of ${agent}`} to ${need.to} ${FATES[need.state] ?? need.state}`;
    case 'given_up':
      return `${agent} does not start any more`;
    case 'dead':
      return `${agent} died`;
    default:
      return `${agent} does not get its messages`;
  }
}

const FATES: Readonly<Record<string, string>> = {
  expired: 'has expired',
  failed: 'could not be delivered',
  uncertain: 'may not have arrived',
};

function textOf(need: Need): string {
  if (need.what === 'dead') return `Its daemon was killed. To start it again: synapse start ${need.agent}`;
  if (need.what === 'dialog' && need.command !== null) return `${need.tool}: ${need.command}`;
  if (need.what === 'given_up' || need.what === 'message' || need.what === 'held')
    return [need.text, need.reason].filter((part) => part).join('\n');
  return need.text;
}

function short(text: string): string {
  const kept = text.trim();
  return kept.length <= LONGEST_TEXT ? kept : `${kept.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '')}…`;
}
