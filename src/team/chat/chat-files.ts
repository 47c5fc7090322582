/** Writes the chat files of a project from the database: every line once, in order, even after a crash. */
import { closeSync, fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { toIso } from '../../clock.js';
import { ANYTHING, type Change, concerns } from '../change.js';
import { listAgents } from '../people/agents.js';
import { listProjects, type Project } from '../people/projects.js';
import type { ChatFileRow, Db } from '../store/schema.js';
import type { TeamStore } from '../store/store.js';
import { type ChatFileOwner, chatFile, chatFileSize, openChatFile } from './chat-file-path.js';
import { lastLines } from './last-lines.js';
import { type ChatMessage, messagesOf } from './messages.js';

/** How many lines are written at once, so that other daemons do not wait long. */
const LINES_AT_ONCE = 200;

export interface FileTrouble {
  readonly agentId: string;
  readonly reason: string;
}

/** The outcome of an attempt to append lines. */
export interface Appended {
  readonly troubles: readonly FileTrouble[];
  /** The agents whose files lack more lines than are written at once. */
  readonly unfinished: readonly string[];
}

export class ChatFiles {
  constructor(
    private readonly store: TeamStore,
    /** A file that cannot be written now is completed later, because the database has everything. */
    private readonly onTrouble: (reason: string) => void,
    private readonly hostId: string | null = null,
  ) {}

  /** Brings the files of all projects up to date, or of those that a change is about. */
  async complete(changes: readonly Change[] = ANYTHING): Promise<void> {
    for (const project of await this.store.read(listProjects)) {
      if (!changes.some((change) => concerns(change, { projectId: project.id }))) continue;
      const agents = await this.store.read((db) => listAgents(db, project.id));
      await this.write(
        project,
        agents.map(({ id }) => id),
      );
    }
  }

  /** Brings the files of these agents up to date. Returns what prevented that. */
  async write(project: Project, agentIds: readonly string[]): Promise<FileTrouble[]> {
    if (this.#isElsewhere(project)) return [];
    const troubles: FileTrouble[] = [];
    let left = await this.store.read((db) => incomplete(db, project, agentIds));
    while (left.length > 0) {
      const appended = await this.store.writeQuietly((tx) => this.append(tx, project, left));
      troubles.push(...appended.troubles);
      left = [...appended.unfinished];
    }
    return troubles;
  }

  /** Appends what these files lack, including lines of this transaction. If it fails, `heal` removes them again. */
  async append(tx: Db, project: Project, agentIds: readonly string[]): Promise<Appended> {
    if (this.#isElsewhere(project)) return { troubles: [], unfinished: [] };
    const troubles: FileTrouble[] = [];
    const unfinished: string[] = [];
    for (const owner of ownersOf(project, agentIds)) {
      try {
        if (await appendNext(tx, owner)) unfinished.push(owner.agentId);
      } catch (error) {
        if (!(error instanceof UnusableFile)) throw error;
        const { agentId } = owner;
        this.onTrouble(`${agentId}: ${error.message}`);
        troubles.push({ agentId, reason: error.message });
      }
    }
    return { troubles, unfinished };
  }

  /** The host that has the folder writes the files. */
  #isElsewhere({ host }: Project): boolean {
    return host !== null && host !== this.hostId;
  }
}

/** A file that cannot be written is not a problem of the store, and must not undo the message. */
class UnusableFile extends Error {}

function inFile<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UnusableFile((error as Error).message);
  }
}

/** The line in the sender's file names the receiver. The receiver's own file does not need that. */
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
  readonly projectMadeAt: number;
}

function ownersOf({ id, workingDirectory, createdAt }: Project, agentIds: readonly string[]): Owner[] {
  if (workingDirectory === null) return [];
  const owners = agentIds.map((agentId) => ({ projectId: id, projectMadeAt: createdAt, agentId, workingDirectory }));
  return owners.filter((owner) => chatFile(owner) !== null);
}

/** Usually somebody else has written the line meanwhile, or there never was one. */
async function incomplete(db: Db, project: Project, agentIds: readonly string[]): Promise<string[]> {
  const owners = ownersOf(project, agentIds);
  if (owners.length === 0) return [];
  const known = await db
    .selectFrom('agents')
    .leftJoin('chat_files', (join) =>
      join.onRef('chat_files.agent_id', '=', 'agents.id').on('chat_files.project_id', '=', project.id),
    )
    .where(
      'agents.id',
      'in',
      owners.map(({ agentId }) => agentId),
    )
    .select(['agents.id', 'chat_files.size'])
    .select((row) => {
      const lacks = (who: 'sender_id' | 'receiver_id') =>
        row.exists(
          row
            .selectFrom('chat_messages')
            .select('seq')
            .whereRef(who, '=', 'agents.id')
            .where('project_id', '=', project.id)
            .where('seq', '>', row.fn.coalesce('chat_files.written_seq', row.lit(0))),
        );
      const either = row.or([lacks('sender_id'), lacks('receiver_id')]);
      return row.case().when(either).then(row.lit(1)).else(row.lit(0)).end().as('lacks');
    })
    .execute();
  const files = new Map(known.map((row) => [row.id, row]));
  return owners.flatMap((owner) => {
    const file = files.get(owner.agentId);
    const isWhole = file?.lacks !== 1 && (sizeOf(owner) ?? 0) === (file?.size ?? 0);
    return isWhole ? [] : [owner.agentId];
  });
}

/** Also null if the file cannot be read. Writing it will report why. */
function sizeOf(owner: Owner): number | null {
  try {
    return chatFileSize(owner);
  } catch {
    return null;
  }
}

/** The transaction is the lock, which a killed process releases. Returns true if more lines may be missing. */
async function appendNext(tx: Db, owner: Owner): Promise<boolean> {
  const known = await fileRow(tx, owner);
  const fd = inFile(() => openChatFile(owner));
  try {
    const size = inFile(() => fstatSync(fd).size);
    const state = size === known.size ? known : await heal(tx, owner, fd, known);
    const messages = await messagesOf(tx, owner, { after: state.written_seq, limit: LINES_AT_ONCE });
    const bytes = Buffer.from(messages.map((message) => chatLine(message, owner.agentId)).join(''));
    inFile(() => writeAll(fd, bytes, state.size));
    const written = { written_seq: messages.at(-1)?.seq ?? state.written_seq, size: state.size + bytes.length };
    if (written.written_seq !== known.written_seq || written.size !== known.size) await keep(tx, owner, written);
    return messages.length === LINES_AT_ONCE;
  } finally {
    closeSync(fd);
  }
}

/** The file has changed. Its last complete line says how far it is, and half a line is cut off. */
async function heal(tx: Db, owner: Owner, fd: number, known: ChatFileRow): Promise<ChatFileRow> {
  const lines = inFile(() => lastLines(fd));
  let size = lines.at(-1)?.endsAt ?? 0;
  for (let line = lines.pop(); line; line = lines.pop()) {
    const seq = await seqOf(tx, owner, line.text);
    if (seq !== null) {
      inFile(() => ftruncateSync(fd, size));
      return { ...known, written_seq: seq, size };
    }
    const isLast = line.endsAt === size;
    if (isLast && line.startsAt >= known.size && isUncommitted(line.text, owner)) size = line.startsAt;
  }
  inFile(() => ftruncateSync(fd, size));
  // A file that is shorter than before has lost lines, and gets them again.
  return { ...known, written_seq: size === 0 || size < known.size ? 0 : known.written_seq, size };
}

/**
 * Whether an unknown line after everything that was committed comes from an unfinished transaction. A line that is older
 * than the project comes from another store.
 */
function isUncommitted(text: string, { projectMadeAt }: Owner): boolean {
  const { id, createdAt } = fieldsOf(text);
  return MESSAGE_ID.test(String(id)) && Date.parse(String(createdAt)) >= projectMadeAt;
}

const MESSAGE_ID = /^msg_[0-9a-f]+$/;

async function seqOf(tx: Db, { projectId, agentId }: Owner, line: string): Promise<number | null> {
  const row = await tx
    .selectFrom('chat_messages')
    .select('seq')
    .where('id', '=', String(fieldsOf(line).id ?? ''))
    .where('project_id', '=', projectId)
    .where((row) => row.or([row('sender_id', '=', agentId), row('receiver_id', '=', agentId)]))
    .executeTakeFirst();
  return row?.seq ?? null;
}

/** Null for anything that is not a chat line, because anybody may have written to the file. */
function fieldsOf(line: string): { readonly id?: unknown; readonly createdAt?: unknown } {
  try {
    return (JSON.parse(line) as { id?: unknown; createdAt?: unknown } | null) ?? {};
  } catch {
    return {};
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
