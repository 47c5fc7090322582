/** One change to one file, as data: how it is made, whether it is there, and how it is undone. */
import { addBlock, type BlockHints, type BlockStyle, hasBlock, removeBlock, replaceBlock } from './block.js';
import {
  addEntry,
  type Entry,
  type EntryHints,
  hasEntry,
  presenceOf,
  removeEntry,
  replaceValue,
} from './json-entry.js';
import { unwrap, wrap } from './json-wrap.js';
import { checkAppended, hasTable } from './toml.js';

export type Step =
  /** A block between markers. `owns` is the table of a TOML file that it holds. */
  | { readonly type: 'block'; readonly style: BlockStyle; readonly body: string; readonly owns?: readonly string[] }
  /** A property or an array item of a JSON file; some only in a file that we make. */
  | EntryStep
  /** The word of a permission becomes an object, so that it can have exceptions. */
  | { readonly type: 'wrap'; readonly path: readonly string[] };

export type EntryStep = { readonly type: 'entry'; readonly onlyInNew?: boolean } & Entry;

/** What has to be known to undo a step so that the same bytes are left. */
export type Hints = BlockHints & EntryHints & { readonly was?: string };

export interface Done {
  readonly text: string;
  /** Null if it was there already, and is not ours to remove. */
  readonly hints: Hints | null;
  /** Somebody else's entry stands in its place. */
  readonly conflict?: boolean;
}

/** Makes the change unless it is there. `own` are the hints of an earlier run that made it. */
export function make(text: string, step: Step, own: Hints | null): Done {
  if (step.type === 'block') return makeBlock(text, step, own);
  if (step.type === 'wrap') return wrap(text, step.path) ?? { text, hints: own };
  const presence = presenceOf(text, step);
  if (presence === 'missing') return addEntry(text, step);
  if (presence === 'same') return { text, hints: own };
  return own ? { text: replaceValue(text, step), hints: own } : { text, hints: null, conflict: true };
}

export function undo(text: string, step: Step, hints: Hints): string {
  if (step.type === 'block') return removeBlock(text, step.style, hints);
  return step.type === 'wrap' ? unwrap(text, step.path, hints) : removeEntry(text, step, hints);
}

/** Whether the text has something of this step that an undo would take away. */
export function isMade(text: string, step: Step): boolean {
  if (step.type === 'block') return hasBlock(text, step.style);
  return step.type === 'entry' && hasEntry(text, step);
}

/** Whether two steps are about the same place, so that one is an earlier version of the other. */
export function isSamePlace(one: Step, other: Step): boolean {
  const place = (step: Step) => {
    if (step.type === 'block') return ['block', step.style];
    return step.type === 'wrap' ? ['wrap', step.path] : ['entry', step.path, step.key ?? [step.value]];
  };
  return JSON.stringify(place(one)) === JSON.stringify(place(other));
}

function makeBlock(text: string, { style, body, owns }: Step & { type: 'block' }, own: Hints | null): Done {
  if (hasBlock(text, style)) {
    if (owns) hasTable(text, owns);
    return { text: replaceBlock(text, style, body), hints: own ?? {} };
  }
  if (owns && hasTable(text, owns)) return { text, hints: null, conflict: true };
  const added = addBlock(text, style, body);
  if (owns) checkAppended(added.text);
  return added;
}
