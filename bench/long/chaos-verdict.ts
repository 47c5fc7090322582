/** Compares what the programs of a chaos run have read with what the receipts of the messages say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Sent {
  readonly id: string;
  readonly target: string;
  readonly sender: string;
  isAcknowledged: boolean;
}

export interface Receipt {
  readonly state: string;
  readonly reason: string | null;
}

export interface Evidence {
  /** A folder with a file for each run of a program, named `<agent>.<pid>`, that holds the lines it has read. */
  readonly logs: string;
  /** All receipts of a message, as this agent shows them. Rejects if it cannot be asked. */
  readonly receipts: (messageId: string, agent: string) => Promise<readonly Receipt[]>;
}

/** How many messages have gone wrong, and how many were read `again` by another instance, which is allowed if it is told. */
type Wrong = Readonly<Record<Fault | 'again', number>>;
type Fault = 'lost' | 'doubled' | 'untrue' | 'unreadable';

/** Prints this many examples of each fault. */
const MOST_SHOWN = 10;

/** The text of the message with this index. The dot ends it, so that none is the beginning of another. */
export function textOf(index: number): string {
  return `m${index}.`;
}

export async function findWrong(sent: readonly Sent[], evidence: Evidence): Promise<Wrong> {
  const runs = runsIn(evidence.logs);
  const wrong = { lost: 0, doubled: 0, untrue: 0, unreadable: 0, again: 0 };
  for (const [index, message] of sent.entries()) {
    const text = textOf(index);
    const times = runs.filter(({ agent }) => agent === message.target).map(({ counts }) => counts.get(text) ?? 0);
    const total = times.reduce((sum, count) => sum + count, 0);
    if (total > 1) wrong.again++;
    const receipts = await evidence.receipts(message.id, message.sender).catch((error: Error) => error);
    const fault = faultOf(message, times, total, receipts);
    if (fault === null || ++wrong[fault] > MOST_SHOWN) continue;
    const atTarget = await evidence.receipts(message.id, message.target).catch((error: Error) => error);
    console.error(`${fault}: ${text} read ${total} times`);
    console.error(`  ${message.sender}: ${told(receipts)}\n  ${message.target}: ${told(atTarget)}`);
  }
  return wrong;
}

function faultOf(
  { isAcknowledged }: Sent,
  times: readonly number[],
  total: number,
  receipts: readonly Receipt[] | Error,
): Fault | null {
  if (times.some((count) => count > 1)) return 'doubled';
  if (!isAcknowledged) return null;
  if (receipts instanceof Error) return 'unreadable';
  const last = receipts.at(-1)?.state ?? 'none';
  const isFailed = last === 'failed' || last === 'expired';
  if (total === 0 && !isFailed) return 'lost';
  const isTold = receipts.some(({ state }) => state === 'uncertain');
  return (total > 0 && isFailed) || (total > 1 && !isTold) ? 'untrue' : null;
}

function runsIn(folder: string): { readonly agent: string; readonly counts: ReadonlyMap<string, number> }[] {
  return readdirSync(folder).map((name) => ({
    agent: name.slice(0, name.lastIndexOf('.')),
    counts: countsOf(join(folder, name)),
  }));
}

/** How often each message was read in one run of the program. */
function countsOf(file: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, text = ''] of readFileSync(file, 'utf8').matchAll(/^\[A2A:[^\]]*\] (m\d+\.)/gm)) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

function told(receipts: readonly Receipt[] | Error): string {
  if (receipts instanceof Error) return receipts.message;
  return receipts.map(({ state, reason }) => (reason === null ? state : `${state} (${reason})`)).join(', ');
}
