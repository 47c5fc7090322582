/** Who is told when somebody needs the person: one file each, which only the person can read, because a URL may be a secret. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isAgentId } from '../ids.js';
import { ensurePrivateDir } from '../paths.js';
import { namesIn, readIfThere, removeIfThere, writeWhole } from './whole-files.js';

export const NOTICE_KINDS = ['desktop', 'webhook', 'ntfy'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `needs-you`: somebody waits for the person · `failed`: something got stuck · `done`: something is finished. */
export const NOTICE_TOPICS = ['needs-you', 'failed', 'done'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

export interface NoticeReceiver {
  readonly name: string;
  readonly kind: NoticeKind;
  readonly url: string | null;
  readonly on: readonly NoticeTopic[];
}

/** How it went when it was last told something. */
export interface NoticeState {
  readonly at: number;
  readonly failures: number;
  /** Why it failed; null if it did not. */
  readonly reason: string | null;
}

const dirOf = (home: string): string => join(home, 'notices');
const fileOf = (home: string, name: string): string => join(dirOf(home), 'receivers', `${name}.json`);
const stateOf = (home: string, name: string): string => join(dirOf(home), 'state', `${name}.json`);
/** The matters that somebody was told of. */
export const toldDir = (home: string): string => join(dirOf(home), 'told');

export function hasReceivers(home: string): boolean {
  return listReceivers(home).length > 0;
}

export function listReceivers(home: string): NoticeReceiver[] {
  const names = namesIn(join(dirOf(home), 'receivers')).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
  return names.sort().flatMap((name) => readReceiver(home, name) ?? []);
}

/** Null if there is none, or its file cannot be read. */
export function readReceiver(home: string, name: string): NoticeReceiver | null {
  if (!isAgentId(name)) return null;
  const found = parsed<NoticeReceiver>(fileOf(home, name));
  const isRight = found && NOTICE_KINDS.includes(found.kind) && Array.isArray(found.on);
  return isRight ? { ...found, name } : null;
}

export function writeReceiver(home: string, receiver: NoticeReceiver): void {
  for (const dir of [dirOf(home), join(dirOf(home), 'receivers'), join(dirOf(home), 'state')]) ensurePrivateDir(dir);
  removeIfThere(stateOf(home, receiver.name));
  writeWhole(fileOf(home, receiver.name), `${JSON.stringify(receiver, null, 2)}\n`, { durable: true });
}

export function removeReceiver(home: string, name: string): boolean {
  const isThere = isAgentId(name) && existsSync(fileOf(home, name));
  if (!isThere) return false;
  removeIfThere(fileOf(home, name));
  removeIfThere(stateOf(home, name));
  return true;
}

export function readNoticeState(home: string, name: string): NoticeState | null {
  return parsed<NoticeState>(stateOf(home, name));
}

export function writeNoticeState(home: string, name: string, state: NoticeState): void {
  writeWhole(stateOf(home, name), `${JSON.stringify(state)}\n`);
}

/** A URL as it may be shown: its path and query can be secret. */
export function maskedUrl(url: string | null): string | null {
  if (url === null) return null;
  try {
    const { protocol, host, pathname, search } = new URL(url);
    return `${protocol}//${host}${pathname === '/' && search === '' ? '' : '/***'}`;
  } catch {
    return '***';
  }
}

function parsed<T>(file: string): T | null {
  try {
    return JSON.parse(readIfThere(file) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
