/** The chat files of a project, written from the database: every line once, in order, also after a crash. */
import { closeSync, fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs';
import { toIso } from '../../clock.js';
import type { Project } from '../people/projects.js';
import type { ChatFileRow, Db } from '../store/schema.js';
import type { TeamStore } from '../store/store.js';
import { type ChatFileOwner, chatFile, chatFileSize, openChatFile } from './chat-file-path.js';
import { type ChatMessage, messagesOf } from './messages.js';

/** How many lines are written in one go: longer ones would keep the other daemons waiting. */
const LINES_AT_ONCE = 200;
/** A line has at most 4,000 characters, which JSON spells with at most 24,000 bytes, and a little around them. */
const TAIL_BYTES = 64 * 1024;

export interface FileTrouble {
  readonly agentId: string;
  readonly reason: string;
}

export class ChatFiles {
  constructor(
    private readonly store: TeamStore,
    /** A file that cannot be written now is written later: the database has everything. */
    private readonly onTrouble: (reason: string) => void,
  ) {}

  /** Brings the files of these agents up to date; gives back what kept it from doing so. */
  async write({ id, workingDirectory }: Project, agentIds: readonly string[]): Promise<FileTrouble[]> {
    const troubles: FileTrouble[] = [];
    for (const agentId of workingDirectory === null ? [] : agentIds) {
      const owner = { projectId: id, agentId, workingDirectory: workingDirectory as string };
      if (chatFile(owner) === null) continue;
      try {
        if (await this.store.read((db) => isComplete(db, owner))) continue;
        while (await this.store.writeQuietly((tx) => appendNext(tx, owner).catch(notOfTheStore)));
      } catch (error) {
        const reason = (error as Error).message;
        this.onTrouble(`${agentId}: ${reason}`);
        troubles.push({ agentId, reason });
      }
    }
    return troubles;
  }
}

/** The sender's line says to whom; in the receiver's own file that goes without saying. */
function chatLine(message: ChatMessage, agentId: string): string {
  const { id, senderId, receiverId, content, createdAt, relatedTaskId, conversationId } = message;
  const line = {
    id,
    senderId,
    ...(agentId === senderId ? { receiverId } : {}),
    content,
    createdAt: toIso(createdAt),
    ...(relatedTaskId === null ? {} : { relatedTaskId }),
    ...(conversationId === null ? {} : { conversationId }),
  };
  return `${JSON.stringify(line)}\n`;
}

interface Owner extends ChatFileOwner {
  readonly projectId: string;
}

/** Most often somebody else has written the line meanwhile, or there never was one. */
async function isComplete(db: Db, owner: Owner): Promise<boolean> {
  const known = await fileRow(db, owner);
  const size = chatFileSize(owner) ?? 0;
  return size === known.size && (await messagesOf(db, owner, { after: known.written_seq, limit: 1 })).length === 0;
}

/** The transaction is the lock: one process writes at a time, and a killed one lets go of it. True if more may be left. */
async function appendNext(tx: Db, owner: Owner): Promise<boolean> {
  const known = await fileRow(tx, owner);
  const fd = openChatFile(owner);
  try {
    const size = fstatSync(fd).size;
    const state = size === known.size ? known : await heal(tx, owner, fd, known);
    const messages = await messagesOf(tx, owner, { after: state.written_seq, limit: LINES_AT_ONCE });
    const bytes = Buffer.from(messages.map((message) => chatLine(message, owner.agentId)).join(''));
    writeAll(fd, bytes, state.size);
    const written = { written_seq: messages.at(-1)?.seq ?? state.written_seq, size: state.size + bytes.length };
    if (written.written_seq !== known.written_seq || written.size !== known.size) await keep(tx, owner, written);
    return messages.length === LINES_AT_ONCE;
  } finally {
    closeSync(fd);
  }
}

/** A file that cannot be written is no trouble of the store, and must not be explained as such. */
function notOfTheStore(error: NodeJS.ErrnoException): never {
  throw error.syscall === undefined ? error : new Error(error.message);
}

/** The file is not as it was left: its own last whole line says how far it is, and half a line is cut off. */
async function heal(tx: Db, owner: Owner, fd: number, known: ChatFileRow): Promise<ChatFileRow> {
  const { lines, size } = wholeLines(fd);
  ftruncateSync(fd, size);
  if (size === 0) return { ...known, written_seq: 0, size: 0 };
  for (const line of lines.reverse()) {
    const seq = await seqOf(tx, owner, line);
    if (seq !== null) return { ...known, written_seq: seq, size };
  }
  // Something else stands there now: what is shorter than it was has lost its lines, and gets them again.
  return { ...known, written_seq: size < known.size ? 0 : known.written_seq, size };
}

function wholeLines(fd: number): { lines: string[]; size: number } {
  const size = endOfLines(fd);
  const tail = readBefore(fd, size);
  return { lines: tail.toString('utf8').split('\n').filter(Boolean), size };
}

/** Where the last whole line ends, however much stands after it that is none. */
function endOfLines(fd: number): number {
  for (let end = fstatSync(fd).size; end > 0; ) {
    const tail = readBefore(fd, end);
    const newline = tail.lastIndexOf(10);
    end -= tail.length;
    if (newline >= 0) return end + newline + 1;
  }
  return 0;
}

function readBefore(fd: number, end: number): Buffer {
  const start = Math.max(0, end - TAIL_BYTES);
  const tail = Buffer.alloc(end - start);
  readSync(fd, tail, 0, tail.length, start);
  return tail;
}

async function seqOf(tx: Db, { projectId, agentId }: Owner, line: string): Promise<number | null> {
  const row = await tx
    .selectFrom('chat_messages')
    .select('seq')
    .where('id', '=', idIn(line))
    .where('project_id', '=', projectId)
    .where((row) => row.or([row('sender_id', '=', agentId), row('receiver_id', '=', agentId)]))
    .executeTakeFirst();
  return row?.seq ?? null;
}

/** Empty for what is no line of a chat: anybody may have written to the file. */
function idIn(line: string): string {
  try {
    return String((JSON.parse(line) as { id?: unknown } | null)?.id ?? '');
  } catch {
    return '';
  }
}

function writeAll(fd: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
}

async function fileRow(tx: Db, { projectId, agentId }: Owner): Promise<ChatFileRow> {
  const row = await tx
    .selectFrom('chat_files')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row ?? { project_id: projectId, agent_id: agentId, written_seq: 0, size: 0 };
}

async function keep(tx: Db, { projectId, agentId }: Owner, written: Pick<ChatFileRow, 'written_seq' | 'size'>) {
  await tx
    .insertInto('chat_files')
    .values({ project_id: projectId, agent_id: agentId, ...written })
    .onConflict((conflict) => conflict.columns(['project_id', 'agent_id']).doUpdateSet(written))
    .execute();
}
