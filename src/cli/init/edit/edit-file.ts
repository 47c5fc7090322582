/** Decides how one file changes when our parts are added or removed. Writes nothing. */
import { type Hints, isMade, isSamePlace, make, type Step, undo } from './step.js';

/** A step that was made, with what is needed to undo it. */
export interface MadeStep {
  readonly step: Step;
  readonly hints: Hints;
  /** The agents that need it. */
  readonly agents: readonly string[];
}

/** What is known about a file that we have changed. */
export interface FileRecord {
  /** The file did not exist before. */
  readonly made: boolean;
  /** What an empty JSON file contained. */
  readonly blank?: string;
  readonly steps: readonly MadeStep[];
}

export interface WantedStep {
  readonly step: Step;
  readonly agents: readonly string[];
}

export interface Edited {
  /** Null if the file is gone. */
  readonly text: string | null;
  readonly record: FileRecord;
  /** Steps that somebody else's entry stands in the way of. */
  readonly conflicts: readonly Step[];
}

const NO_RECORD: FileRecord = { made: false, steps: [] };
const BOM = '\ufeff';

/** Adds what is wanted, and removes what an earlier version added for the same agents and is no longer wanted. */
export function addParts(text: string | null, wanted: readonly WantedStep[], known: FileRecord | undefined): Edited {
  const { bom, body } = split(text);
  const isJson = wanted.some(({ step }) => step.type !== 'block');
  const blank = isJson && body.trim() === '';
  const record = isStillOurs(body, blank, known)
    ? known
    : { made: text === null, ...(blank ? { blank: body } : {}), steps: [] };
  const start = blank ? `{}${body === '' ? '\n' : body}` : body;
  const { text: pruned, left } = removeObsolete(start, wanted, record.steps);
  let edited = pruned;
  const steps: MadeStep[] = [...left];
  const conflicts: Step[] = [];
  for (const { step, agents } of wanted) {
    if (step.type === 'entry' && step.onlyInNew && !record.made) continue;
    const index = steps.findIndex((each) => isSamePlace(each.step, step));
    const own = steps[index];
    const done = make(edited, step, own?.hints ?? null);
    edited = done.text;
    if (done.conflict) conflicts.push(step);
    if (!done.hints) continue;
    const made = { step, hints: done.hints, agents: union(own?.agents ?? [], agents) };
    if (own) steps[index] = made;
    else steps.push(made);
  }
  // Nothing of ours is in it, so it stays as it was.
  if (steps.length === 0) return { text, record: NO_RECORD, conflicts };
  return { text: `${bom}${edited}`, record: { ...record, steps }, conflicts };
}

/** Removes what only these agents need. */
export function removeParts(text: string | null, agents: readonly string[], known: FileRecord): Edited {
  const { bom, body } = split(text);
  const kept: MadeStep[] = [];
  let edited = body;
  for (const made of [...known.steps].reverse()) {
    const others = made.agents.filter((agent) => !agents.includes(agent));
    if (others.length > 0) kept.unshift({ ...made, agents: others });
    else if (body.trim() !== '') edited = undo(edited, made.step, made.hints);
  }
  const record = { ...known, steps: kept };
  if (text === null || kept.length > 0)
    return { text: text === null ? null : `${bom}${edited}`, record, conflicts: [] };
  const isEmpty = edited === '' || /^\{\s*\}\s*$/.test(edited);
  if (isEmpty && known.made) return { text: null, record, conflicts: [] };
  return { text: `${bom}${isEmpty && known.blank !== undefined ? known.blank : edited}`, record, conflicts: [] };
}

/** What an earlier run must have added, if its record is lost. */
export function recordFrom(text: string | null, wanted: readonly WantedStep[]): FileRecord {
  const { body } = split(text);
  const found = body.trim() === '' ? [] : wanted.filter(({ step }) => isMade(body, step));
  return { made: found.length > 0, steps: found.map((each) => ({ ...each, hints: guessedHints(each.step) })) };
}

/** Containers that hold nothing else go as well. */
function guessedHints(step: Step): Hints {
  return step.type === 'entry' && step.path.length > 0 ? { made: 0 } : {};
}

/** A record of a file from which somebody has taken all our parts is out of date. */
function isStillOurs(body: string, blank: boolean, known: FileRecord | undefined): known is FileRecord {
  return !blank && known !== undefined && known.steps.some(({ step }) => isMade(body, step));
}

function removeObsolete(
  text: string,
  wanted: readonly WantedStep[],
  steps: readonly MadeStep[],
): { text: string; left: MadeStep[] } {
  const selected = new Set(wanted.flatMap(({ agents }) => agents));
  const isObsolete = ({ step, agents }: MadeStep) =>
    step.type === 'entry' &&
    agents.every((agent) => selected.has(agent)) &&
    !wanted.some((each) => isSamePlace(each.step, step));
  const gone = steps.filter(isObsolete);
  return {
    text: gone.reduceRight((left, { step, hints }) => undo(left, step, hints), text),
    left: gone.reduce(
      inheriting,
      steps.filter((each) => !gone.includes(each)),
    ),
  };
}

/** The containers that were made for an entry are removed with the last one in them. */
function inheriting(left: MadeStep[], { step, hints }: MadeStep): MadeStep[] {
  const pathOf = (each: Step) => JSON.stringify(each.type === 'entry' ? each.path : null);
  const heir = left.findIndex((each) => each.step.type === 'entry' && pathOf(each.step) === pathOf(step));
  return left.map((each, index) => (index === heir ? { ...each, hints: { ...hints, ...each.hints } } : each));
}

function split(text: string | null): { bom: string; body: string } {
  if (text?.startsWith(BOM)) return { bom: BOM, body: text.slice(1) };
  return { bom: '', body: text ?? '' };
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].sort();
}
