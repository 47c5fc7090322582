/** `synapse notify add`: stores a receiver of notices, and lets the person's daemon watch from now on. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readDaemon } from '../../../a2a/local.js';
import { fail } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import {
  maskedUrl,
  NOTICE_KINDS,
  NOTICE_TOPICS,
  type NoticeKind,
  type NoticeReceiver,
  type NoticeTopic,
  readReceiver,
  writeReceiver,
} from '../../../registry/notice-receivers.js';
import { findPerson } from '../../client/sender.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { receiverJson } from './receiver-json.js';
import type { notifyAddOptions } from './spec.js';

export async function runNotifyAdd(
  [name = '', kind = '']: readonly string[],
  options: OptionValues<typeof notifyAddOptions>,
): Promise<number> {
  if (!isAgentId(name)) throw wrong('A name can have up to 64 letters, digits, dots, hyphens or underscores.');
  if (!isKind(kind)) throw wrong(`The kind must be one of ${NOTICE_KINDS.join(', ')}, not "${kind}".`);
  const receiver: NoticeReceiver = { name, kind, url: urlFor(kind, options.url), on: topicsIn(options.on) };
  const person = await findPerson();
  const isKnown = readReceiver(person.home, name) !== null;
  writeReceiver(person.home, receiver);
  await letWatch(person);
  if (options.json) printJson({ receiver: receiverJson(receiver) });
  else printNote(`${isKnown ? 'Replaced' : 'Added'} ${name}. To see whether it works: synapse notify test ${name}`);
  return 0;
}

const DEFAULT_TOPICS: readonly NoticeTopic[] = ['needs-you', 'failed'];

function topicsIn(words: string | undefined): readonly NoticeTopic[] {
  if (words === undefined) return DEFAULT_TOPICS;
  const given = words.split(',').map((word) => word.trim());
  const known = NOTICE_TOPICS.filter((topic) => given.includes(topic));
  if (known.length !== new Set(given).size) throw wrong(`--on takes ${NOTICE_TOPICS.join(', ')}, not "${words}".`);
  return known;
}

function urlFor(kind: NoticeKind, given: string | undefined): string | null {
  if (kind === 'desktop') {
    if (given !== undefined) throw wrong('--url is for webhook and ntfy.');
    const program = process.platform === 'darwin' ? 'osascript' : 'notify-send';
    if (!isOnPath(program)) {
      throw wrong(
        `${program} is not installed, so there are no notices on this desktop. On Linux it is in libnotify-bin or libnotify.`,
      );
    }
    return null;
  }
  if (given === undefined) throw wrong(`A receiver of the kind ${kind} needs --url.`);
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong(`"${maskedUrl(given)}" is not an http or https address.`);
  return url.href;
}

/** The daemon begins to watch with the first viewer, and continues because there is a receiver. */
async function letWatch({ entry, home }: Awaited<ReturnType<typeof findPerson>>): Promise<void> {
  const done = new AbortController();
  const viewing = readDaemon(entry, home, { path: '/activity', signal: done.signal }, () => done.abort());
  await viewing.catch((error: unknown) => {
    if (!done.signal.aborted) throw error;
  });
}

function isKind(word: string): word is NoticeKind {
  return NOTICE_KINDS.some((kind) => kind === word);
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((dir) => {
    try {
      accessSync(join(dir, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function wrong(reason: string): Error {
  return fail('invalid_request', { reason });
}
