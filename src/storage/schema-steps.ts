/** The rules for the schema of a store, whatever its engine: steps are made in order, each once, and never change. */
import { createHash } from 'node:crypto';
import { fail } from '../errors.js';

/** A step as this version of Synapse knows it. */
export interface KnownStep {
  readonly id: number;
  readonly name: string;
  /** Its statements: stores keep a checksum of them. */
  readonly text: string;
}

/** A step as a store has recorded it. */
export interface RecordedStep {
  readonly id: number;
  readonly name: string;
  readonly checksum: string;
}

/** What there is to know about a store before any step is made. */
export interface StoreState {
  /** How the store is named in messages. */
  readonly file: string;
  /** The names of its tables. */
  readonly tables: readonly string[];
  readonly recorded: readonly RecordedStep[];
}

/** The table in which a store records its steps. */
export const STEPS_TABLE = 'migrations';

/**
 * The steps that the store still has to make, in order, as it will record them. Fails unless what it has made is the
 * beginning of the known list: a newer Synapse has made more steps, and anything else is damage.
 */
export function stepsToMake(known: readonly KnownStep[], { file, tables, recorded }: StoreState): RecordedStep[] {
  if (tables.length > 0 && !tables.includes(STEPS_TABLE)) {
    throw fail('store_damaged', { file, reason: 'it is the database of another program' });
  }
  const steps = known.map(asRecorded);
  steps.forEach((step, index) => {
    if (step.id !== index + 1) throw new Error(`schema step ${step.id} is at position ${index + 1} of the list`);
    const found = recorded[index];
    if (!found || isSame(found, step)) return;
    const reason = `its schema step ${found.id} (${found.name}) differs from step ${step.id} (${step.name}) of this version`;
    throw fail('store_damaged', { file, reason });
  });
  if (recorded.length > steps.length) {
    throw fail('store_too_new', { file, found: recorded.at(-1)?.id, known: steps.length });
  }
  return steps.slice(recorded.length);
}

function asRecorded({ id, name, text }: KnownStep): RecordedStep {
  return { id, name, checksum: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}

function isSame(a: RecordedStep, b: RecordedStep): boolean {
  return a.id === b.id && a.name === b.name && a.checksum === b.checksum;
}
