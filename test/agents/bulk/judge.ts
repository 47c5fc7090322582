/** Decides what became of the messages of a trial, from what the model read and what the sender was told. */
import type { AgentName } from '../install.js';
import type { Heard } from '../servers/model.js';
import type { Kind } from './kinds.js';

export interface Sent {
  readonly id: string;
  readonly kind: Kind;
  readonly sentAt: number;
}

export interface Told {
  readonly state: string;
  readonly reason: string | null;
  readonly via?: string;
}

export interface Judged {
  readonly tried: number;
  /** Read exactly once, unchanged and in order, and the sender was told so. */
  readonly held: number;
  /** Not read, or read once, and the sender was told that this is not known. */
  readonly uncertain: number;
  /** How many took another channel than the best one. */
  readonly others: number;
  readonly odd: readonly string[];
}

export interface Trace {
  readonly agent: AgentName;
  readonly channel: string;
  readonly sent: readonly Sent[];
  readonly heard: readonly Heard[];
  readonly told: ReadonlyMap<string, Told>;
}

export function judge({ agent, channel, sent, heard, told }: Trace): Judged {
  const late = outOfOrder(sent, heard);
  const words = sent.map((message) => {
    const read = heard.filter(({ text }) => isAbout(text, message));
    const times = read.reduce((sum, each) => sum + each.times, 0);
    const { state = 'unknown', reason } = told.get(message.id) ?? { state: 'unknown', reason: null };
    if (times === 0) return state === 'uncertain' ? 'uncertain' : `not read, ${state}(${reason ?? ''})`;
    if (times > 1) return `read ${times} times, ${state}`;
    if (!isUnchanged(agent, read[0]?.text ?? '', message)) return `changed: ${JSON.stringify(read[0]?.text)}`;
    if (late.has(message.id)) return 'out of order';
    if (state === 'uncertain') return 'uncertain';
    return state === 'submitted' ? 'held' : `read, but ${state}(${reason ?? ''})`;
  });
  return {
    tried: sent.length,
    held: words.filter((word) => word === 'held').length,
    uncertain: words.filter((word) => word === 'uncertain').length,
    others: [...told.values()].filter(({ via = channel }) => via !== channel).length,
    odd: words.flatMap((word, index) => (word === 'held' ? [] : [`${sent[index]?.kind.name}: ${word.slice(0, 400)}`])),
  };
}

export function isAbout(text: string, { id }: Pick<Sent, 'id'>): boolean {
  return text.includes(`[A2A:${id}:`);
}

function isUnchanged(agent: AgentName, text: string, { id, kind }: Sent): boolean {
  const prefix = `[A2A:${id}:tester] `;
  const whole = prefix + kind.read;
  const pointer = ` … (synapse show ${id})`;
  const isPointer =
    kind.read.length > 8_000 && text.endsWith(pointer) && whole.startsWith(text.slice(0, -pointer.length));
  return isPointer || allowed(agent, whole).includes(text);
}

/** What agents change in a text that is pasted: blanks at its end, tabs, and characters without a width. */
function allowed(agent: AgentName, text: string): readonly string[] {
  const plain = [text, text.trimEnd()];
  if (agent === 'claude') return [...plain, ...plain.map((each) => each.replaceAll('\t', '    '))];
  if (agent === 'gemini') return [...plain, ...plain.map((each) => each.replace(/[\u200b\ufeff]/g, ''))];
  // It adds a blank to a paste of which it shows only that it is there.
  return agent === 'opencode' ? [...plain, `${text} `] : plain;
}

/** The messages that the model read before one that was sent earlier. */
function outOfOrder(sent: readonly Sent[], heard: readonly Heard[]): ReadonlySet<string> {
  const places = sent.map((message) => heard.findIndex(({ text }) => isAbout(text, message)));
  return new Set(
    sent.flatMap(({ id }, index) => {
      const place = places[index] ?? -1;
      const isEarly = place >= 0 && places.slice(0, index).some((other) => other > place);
      return isEarly ? [id] : [];
    }),
  );
}
