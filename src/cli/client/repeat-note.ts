/**
 * Makes it safe to repeat a command that got no answer. A command notes what it sends, and the id of the message, before
 * it sends it, and removes the note when the daemon has answered. If the command ends without an answer, the same command
 * finds the note and sends the message with the same id, which the daemon recognizes.
 */
import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../clock.js';
import { SynapseError } from '../../errors.js';
import { newIdQuickly } from '../../ids.js';
import { ensurePrivateDir } from '../../paths.js';
import { startTimeOf } from '../../processes.js';
import { namesIn, readIfThere } from '../../registry/whole-files.js';
import type { Sender } from './sender.js';

/** Later, the same words are probably meant as a new message. */
const REPEATABLE_MINUTES = 10;
const REPEATABLE_MS = REPEATABLE_MINUTES * 60_000;
/** How a command waits and prints does not change what it sends. */
const MANNERS = new Set(['wait_ms', 'until', 'brief', 'progress']);

type Body = Readonly<Record<string, unknown>>;

export class RepeatNote {
  readonly messageId: string;
  /** Null if it could not be written, because the disk is full, say. */
  readonly #file: string | null;

  constructor({ home, entry }: Pick<Sender, 'home' | 'entry'>, path: string, body: Body) {
    const dir = join(home, 'unanswered');
    const sent = JSON.stringify([entry.id, path, ...Object.entries(body).filter(([key]) => !MANNERS.has(key))]);
    const before = takeOver(dir, sent);
    this.messageId = before?.messageId ?? newIdQuickly();
    this.#file = before?.file ?? write(dir, { at: systemClock.now(), messageId: this.messageId }, sent);
  }

  /** The command got its answer, so the same words are a new message from now on. */
  forget(): void {
    if (this.#file !== null) removeQuietly(this.#file);
  }

  /** Notes what the failure means for a repetition, and returns the failure with advice. */
  explain(error: unknown): unknown {
    if (!(error instanceof SynapseError)) return error;
    const { code, details, status } = error;
    if (code === 'daemon_not_answering' && details.task === undefined && this.#file !== null) {
      return new SynapseError(code, { ...details, repeatable_minutes: REPEATABLE_MINUTES });
    }
    // A refusal is an answer. An agent that is not running has not refused what an earlier try may have sent.
    if (status < 500 && code !== 'agent_not_running') this.forget();
    return error;
  }
}

interface Note {
  readonly at: number;
  readonly messageId: string;
}

/** The note that an equal command left when it ended without an answer. Removes notes that are too old. */
function takeOver(dir: string, sent: string): { readonly messageId: string; readonly file: string } | null {
  for (const name of namesQuietly(dir)) {
    const [at, pid, messageId = ''] = name.split('.');
    if (Math.abs(systemClock.now() - Number(at)) > REPEATABLE_MS) removeQuietly(join(dir, name));
    // A killed command can stay a zombie for long, as in a container whose first process does not reap.
    else if (readQuietly(join(dir, name)) === sent && startTimeOf(Number(pid)) === null) {
      const file = join(dir, nameOf({ at: Number(at), messageId }));
      // Fails if another command was faster.
      if (isDone(() => renameSync(join(dir, name), file))) return { messageId, file };
    }
  }
  return null;
}

function write(dir: string, note: Note, sent: string): string | null {
  const file = join(dir, nameOf(note));
  const create = () => writeFileSync(file, sent, { mode: 0o600 });
  const isWritten = isDone(create) || (isDone(() => ensurePrivateDir(dir)) && isDone(create));
  return isWritten ? file : null;
}

/** Names the process, because two equal commands at the same time are two messages. */
function nameOf({ at, messageId }: Note): string {
  return [at, process.pid, messageId].join('.');
}

function namesQuietly(dir: string): readonly string[] {
  try {
    return namesIn(dir);
  } catch {
    return [];
  }
}

function readQuietly(file: string): string | null {
  try {
    return readIfThere(file);
  } catch {
    return null;
  }
}

function removeQuietly(file: string): void {
  isDone(() => unlinkSync(file));
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
