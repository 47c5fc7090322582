/** Decides which events are worth a notice, and writes its two lines. Pure functions. */
import type { Activity, Need } from '../../../a2a/activity.js';
import { type Facts, fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/language.js';
import { retell } from '../../../i18n/retell.js';
import { heldInWords } from '../../../i18n/said/held.js';
import { NOTICES } from '../../../i18n/said/notices.js';
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

/** Who is told, and in which language. */
export interface Reader {
  readonly person: string;
  readonly language: Language;
}

export function matterOfNeed(need: Need, reader: Reader): Matter {
  const { id, agent, project, since: at } = need;
  const [title, text] = [titleOf(need, reader), short(textOf(need, reader.language))];
  return { id, agent, project, at, topic: topicOf(need), title, text };
}

/** Work that is done, and answers and refusals to the person. */
export function matterOfChange(
  change: Activity,
  { person, language, step }: Reader & { readonly step: string | null },
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
      title: write(NOTICES.finished, language, { agent }),
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
      title: write(NOTICES.answered, language, { agent }),
      text: short(text),
      at,
    };
  }
  if (change.event === 'message' && REFUSALS.includes(change.kind) && change.to === person) {
    const { id, short_id: refused, from: agent, text } = change;
    const title = write(NOTICES.refused, language, { agent });
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

function titleOf(need: Need, { person, language }: Reader): string {
  const { agent, what } = need;
  if (what !== 'message') return write(NOTICES[what], language, { agent });
  const key = agent === person ? (`own_${need.state}` as const) : need.state;
  return write(NOTICES[key], language, { agent, to: need.to });
}

function textOf(need: Need, language: Language): string {
  if (need.what === 'dead') return write(NOTICES.dead_text, language, { agent: need.agent });
  if (need.what === 'dialog' && need.command !== null) return `${need.tool}: ${need.command}`;
  if (need.what === 'given_up' || need.what === 'message' || need.what === 'held') {
    const reason = need.reason && retell(language, need.what === 'held' ? heldInWords(need.reason) : need.reason);
    return [need.text, reason].filter((part) => part).join('\n');
  }
  return need.text;
}

function write(text: Readonly<Record<Language, string>>, language: Language, facts: Facts): string {
  return fill(text[language], facts, 'command');
}

function short(text: string): string {
  const kept = text.trim();
  return kept.length <= LONGEST_TEXT ? kept : `${kept.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '')}…`;
}
