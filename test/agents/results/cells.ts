/** The counts of a run: one line of JSON per cell, written as soon as it is known. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Cell {
  readonly agent: string;
  readonly version: string;
  readonly channel: string;
  readonly case: string;
  readonly tried: number;
  readonly held: number;
  readonly uncertain?: number;
  /** How many of those that held the agent's own box has changed. */
  readonly altered?: number;
  /** How many took another channel. */
  readonly others?: number;
  /** How many waited until the terminal was larger. */
  readonly late?: number;
  /** What did not hold, for whoever looks into it. */
  readonly odd?: readonly string[];
  /** Milliseconds from `send` to the model. */
  readonly idle?: readonly number[];
  readonly busy?: readonly number[];
}

/** The same in all processes of a run. */
export function resultsFile(): string {
  process.env.SYNAPSE_AGENTS_RESULTS ||= join(tmpdir(), `synapse-agents-${process.pid}.jsonl`);
  return process.env.SYNAPSE_AGENTS_RESULTS;
}

export function noteCell(cell: Cell): void {
  mkdirSync(dirname(resultsFile()), { recursive: true });
  appendFileSync(resultsFile(), `${JSON.stringify(cell)}\n`);
}

export function readCells(): readonly Cell[] {
  if (!existsSync(resultsFile())) return [];
  const lines = readFileSync(resultsFile(), 'utf8').split('\n');
  return lines.flatMap((line) => (line ? [JSON.parse(line) as Cell] : []));
}
