/** The file in which a running Claude Code notes what it is doing: `sessions/<pid>.json` in its configuration folder. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../../../files/regular-file.js';
import type { Evidence } from '../../front-door.js';

export interface Status {
  readonly sessionId: string;
  /** Null if it names none that we know, as in the first moments. */
  readonly state: Evidence['state'] | null;
  readonly at: number;
  readonly isPermission: boolean;
}

/** How to tell the file of this run from that of another one, or one that a killed program left behind. */
export interface Run {
  readonly pid: number;
  /** The inbox that it was told to open, if any. */
  readonly socket: string | null;
  readonly startedAt: number;
}

/** A wrapper may run the program as another process. Its file is then known by the inbox, or by the session. */
export function findStatus(folder: string, run: Run, sessionId: string | null): Status | null {
  const own = `${run.pid}.json`;
  const others = namesIn(folder).filter((name) => name.endsWith('.json') && name !== own);
  for (const name of [own, ...others]) {
    const status = readStatus(contentOf(join(folder, name)), run);
    if (status && (name === own || run.socket !== null || status.sessionId === sessionId)) return status;
  }
  return null;
}

export function readStatus(text: string, run: Run): Status | null {
  try {
    const { sessionId, status, statusUpdatedAt, startedAt, waitingFor, messagingSocketPath } = JSON.parse(text);
    const isOfRun = run.socket === null ? startedAt >= run.startedAt : messagingSocketPath === run.socket;
    if (!isOfRun || typeof sessionId !== 'string') return null;
    const isPermission = waitingFor === 'permission prompt';
    return { sessionId, state: STATES[status] ?? null, at: Number(statusUpdatedAt) || 0, isPermission };
  } catch {
    return null;
  }
}

const STATES: Readonly<Record<string, Evidence['state']>> = { idle: 'ready', busy: 'busy', waiting: 'waiting' };

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function contentOf(file: string): string {
  try {
    return readRegularFile(file);
  } catch {
    return '';
  }
}
