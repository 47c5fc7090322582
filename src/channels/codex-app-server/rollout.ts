/** Reads the files in which Codex records its conversations: whether a text was read, or dropped with its turn. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAnswer } from '../evidence/recorded.js';

export interface Sought {
  /** The id with which the text was handed over. */
  readonly clientId: string;
  readonly text: string;
  /** The turn that was to read it, if it is known. */
  readonly turnId: string | null;
}

/**
 * `answered`: it was read, and the model has said something since. `dropped`: the turn was interrupted, and Codex forgets
 * what that turn had not read.
 */
export type Fate = 'answered' | 'read' | 'dropped' | 'unknown';

const CHUNK_BYTES = 2 ** 20;
const MOST_BYTES = 256 * 2 ** 20;
/** Codex writes with its own clock, and a file system rounds times. */
const SLACK_MS = 2_000;
const NEWLINE = 0x0a;

export function sessionsFolder(env: Readonly<Record<string, string | undefined>>): string | null {
  const home = env.CODEX_HOME || (env.HOME ? join(env.HOME, '.codex') : null);
  return home === null ? null : join(home, 'sessions');
}

/** What the files of this folder that changed since then say. */
export async function fateInFolder(folder: string, sought: Sought, since: number): Promise<Fate> {
  let fate: Fate = 'unknown';
  for (const file of await changedFiles(folder, since - SLACK_MS)) {
    const found = await fateInFile(file, sought, since);
    if (found === 'answered') return found;
    if (found !== 'unknown' && fate !== 'read') fate = found;
  }
  return fate;
}

/** Reads from the end, because these files grow large, up to what was written before `since`. */
export async function fateInFile(file: string, sought: Sought, since: number): Promise<Fate> {
  const handle = await open(file).catch(() => null);
  if (!handle) return 'unknown';
  try {
    return await fateBackwards(handle, sought, since - SLACK_MS);
  } catch {
    return 'unknown';
  } finally {
    await handle.close();
  }
}

async function fateBackwards(handle: FileHandle, sought: Sought, since: number): Promise<Fate> {
  let fate: Fate = 'unknown';
  let isAnswered = false;
  /** The beginning of a line whose rest was read before. */
  let rest: Buffer = Buffer.alloc(0);
  let { size: end } = await handle.stat();
  const least = Math.max(0, end - MOST_BYTES);
  while (end > least) {
    const start = Math.max(least, end - CHUNK_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
    const lines = splitLines(Buffer.concat([buffer.subarray(0, bytesRead), rest]));
    end = start;
    rest = end > least ? (lines.shift() as Buffer) : Buffer.alloc(0);
    for (const line of lines.reverse()) {
      const text = line.toString('utf8');
      if (writtenAt(text) < since) return fate;
      const found = fateInLine(text, sought);
      if (found === 'read') return isAnswered ? 'answered' : 'read';
      if (found === 'dropped') fate = 'dropped';
      isAnswered ||= isAnswer(text);
    }
  }
  return fate;
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, at));
    start = at + 1;
  }
  return [...lines, bytes.subarray(start)];
}

/** Every line begins with its time; a line without one does not end the search. */
function writtenAt(line: string): number {
  const at = Date.parse(/^\{"timestamp":"([^"]+)"/.exec(line)?.[1] ?? '');
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

/** What one line of such a file says about a text. A tool's output that contains the text says nothing. */
export function fateInLine(line: string, { clientId, text, turnId }: Sought): Fate {
  const marks = [JSON.stringify(clientId), JSON.stringify(text), ...(turnId === null ? [] : ['"turn_aborted"'])];
  if (!marks.some((mark) => line.includes(mark))) return 'unknown';
  const { type, payload } = parsed(line);
  if (type === 'response_item' && payload?.type === 'message' && payload.role === 'user') {
    return textOf(payload.content) === text ? 'read' : 'unknown';
  }
  if (type !== 'event_msg') return 'unknown';
  if (payload?.type === 'turn_aborted') return payload.turn_id === turnId ? 'dropped' : 'unknown';
  const item = payload?.type === 'item_completed' ? payload.item : undefined;
  if (item?.type !== 'UserMessage') return 'unknown';
  return item.client_id === clientId || textOf(item.content) === text ? 'read' : 'unknown';
}

interface Part {
  readonly text?: unknown;
}

interface Line {
  readonly type?: string;
  readonly payload?: {
    readonly type?: string;
    readonly role?: string;
    readonly turn_id?: string;
    readonly content?: readonly Part[];
    readonly item?: { readonly type?: string; readonly client_id?: string; readonly content?: readonly Part[] };
  };
}

function parsed(line: string): Line {
  try {
    return (JSON.parse(line) as Line | null) ?? {};
  } catch {
    return {};
  }
}

function textOf(content: readonly Part[] | undefined): string | null {
  if (!Array.isArray(content)) return null;
  return content.map((part: Part | null) => (typeof part?.text === 'string' ? part.text : '')).join('');
}

/** `YYYY/MM/DD/rollout-….jsonl`. A continued conversation is written to its old file. */
async function changedFiles(folder: string, since: number): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
  const times = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return files.filter((_, index) => (times[index] as number) >= since);
}
