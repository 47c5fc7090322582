/** Decides what became of the messages of a trial, from what the model read and what the sender was told. */
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
  /** How many of those that held were changed by the input box of the agent, in a way that is known. */
  readonly altered: number;
  /** How many took another channel than the best one. */
  readonly others: number;
  readonly odd: readonly string[];
}

export interface Trace {
  readonly agent: string;
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
    const { state = 'unknown', reason, via = channel } = told.get(message.id) ?? { state: 'unknown', reason: null };
    if (times === 0) return state === 'uncertain' ? 'uncertain' : `not read, ${state}(${reason ?? ''})`;
    if (times > 1) return `read ${times} times, ${state}`;
    const likeness = likenessOf(read[0]?.text ?? '', message, agent);
    const isKept = likeness === 'same' || (likeness === 'altered' && via === 'paste');
    if (!isKept) return `changed: ${JSON.stringify(read[0]?.text)}`;
    if (late.has(message.id)) return 'out of order';
    if (state === 'uncertain') return 'uncertain';
    if (state !== 'submitted') return `read, but ${state}(${reason ?? ''})`;
    return likeness === 'altered' ? 'altered' : 'held';
  });
  const count = (...wanted: string[]) => words.filter((word) => wanted.includes(word)).length;
  const isOdd = (word: string) => word !== 'held' && word !== 'altered';
  return {
    tried: sent.length,
    held: count('held', 'altered'),
    altered: count('altered'),
    uncertain: count('uncertain'),
    others: [...told.values()].filter(({ via }) => (via ?? channel) !== channel).length,
    odd: words.flatMap((word, at) => (isOdd(word) ? [`${sent[at]?.kind.name}: ${word.slice(0, 400)}`] : [])),
  };
}

export function isAbout(text: string, { id }: Pick<Sent, 'id'>): boolean {
  return text.includes(`[A2A:${id}:`);
}

function likenessOf(read: string, sent: Sent, agent: string): 'same' | 'altered' | 'other' {
  const text = read.replace(PASTED, '$2');
  const likeness = likenessOfBare(text, sent, agent);
  return text !== read && likeness === 'same' ? 'altered' : likeness;
}

/** Claude Code 2.1.328 tells its model what was pasted, if it shows only a token for it. */
const PASTED = /^\s*<pasted_content id="(\w+)">\n([\s\S]*)\n<\/pasted_content id="\1">\n$/;

function likenessOfBare(text: string, { id, kind }: Sent, agent: string): 'same' | 'altered' | 'other' {
  const whole = `[A2A:${id}:tester] ${kind.read}`;
  const pointer = ` … (synapse show ${id})`;
  const beginning = text.trimEnd().slice(0, -pointer.length);
  const isPointer = kind.read.length > 8_000 && text.trimEnd().endsWith(pointer) && whole.startsWith(beginning);
  if (text === whole || (isPointer && text === text.trimEnd())) return 'same';
  if (isPointer) return 'altered';
  const known = agent === 'gemini' ? [text, whole].map(withoutCompletion) : [text, whole];
  const [read, sent] = known.map(asPasted);
  return read === sent ? 'altered' : 'other';
}

/** Gemini CLI completes the names of files and folders that exist, wherever they follow an `@`. One outside is escaped. */
function withoutCompletion(text: string): string {
  return text
    .replaceAll('\\@', '@')
    .replace(/@note(?:s\.md)?(?!\w)/g, '@note')
    .replace(/@src(?:\/(?:\*\*)?)?/g, '@src');
}

/** What some agents change in a text that is pasted: blanks at its end, tabs, marks, and characters without a width. */
function asPasted(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\u00ad|\u200b|\u200d|\ufeff/g, '')
    .replaceAll('\t', '    ')
    .trimEnd();
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
