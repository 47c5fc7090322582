/** `synapse logs`: prints the end of what a program printed, or of its daemon's log, and follows it. */

import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { fail } from '../../../errors.js';
import { tryToWatch } from '../../../files/watch.js';
import { isAgentId } from '../../../ids.js';
import { agentPaths, printedFile } from '../../../paths.js';
import type { Registry } from '../../../registry/registry.js';
import { namesIn, readIfThere } from '../../../registry/whole-files.js';
import { findAgent, registryHere } from '../../client/find-agent.js';
import { endWithReader } from '../../print/closed-output.js';
import { shownTime } from '../../print/local-time.js';
import { endInterruptedLine, printNote, printText } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { instantOf } from '../history/run.js';
import type { logsOptions } from './spec.js';

const DEFAULT_LINES = 50;
/** Some network mounts report no changes, so the file is also read at this interval. */
const LOOK_AGAIN_MS = 1000;

export async function runLogs(args: readonly string[], options: OptionValues<typeof logsOptions>): Promise<number> {
  const registry = await registryHere();
  const { id, file } = findLog(registry, args[0] ?? '', options);
  const since = options.since === undefined ? null : instantOf(options.since);
  const { lines = since === null ? DEFAULT_LINES : Number.POSITIVE_INFINITY, follow: follows = false } = options;
  const now = readIfThere(file) ?? '';
  // What was put aside when the file had become too large.
  const text = (readIfThere(`${file}.1`) ?? '') + now;
  const show = options.daemon ? withLocalTimes : withoutTimes;
  if (text === '' && !follows) printNote(options.daemon ? `The log of ${id} is empty.` : `${id} has printed nothing.`);
  printText(show(lastLines(since === null ? text : linesSince(text, since), lines)));
  return follows ? follow(file, Buffer.byteLength(now), show) : 0;
}

/** Agents that have ended are no longer in the registry, but their log is still there. */
function findLog(
  registry: Registry,
  word: string,
  { daemon, session }: OptionValues<typeof logsOptions>,
): { id: string; file: string } {
  const id = isAgentId(word) && existsSync(agentPaths(registry.home, word).dir) ? word : findAgent(registry, word).id;
  const paths = agentPaths(registry.home, id);
  if (daemon) return { id, file: paths.log };
  const sessions = sessionsIn(paths.dir);
  const wanted = session ?? (sessions.includes('task') ? 'task' : sessions[0]) ?? 'task';
  if (session !== undefined && !sessions.includes(session)) {
    throw fail('terminal_not_found', { agent: id, session, sessions: sessions.join(', ') || '-' });
  }
  return { id, file: printedFile(registry.home, id, wanted) };
}

/** The terminals of which something is kept. */
function sessionsIn(dir: string): string[] {
  return namesIn(dir).flatMap((name) => {
    const found = /^printed(?:-([\w-]+))?\.log$/.exec(name);
    return found ? [found[1] ?? 'task'] : [];
  });
}

/** Each line begins with its time, which is also how the log of a daemon begins its lines. */
const TIME = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ?/gm;

function withoutTimes(text: string): string {
  return text.replace(TIME, '');
}

export function linesSince(text: string, since: number): string {
  for (const found of text.matchAll(TIME)) {
    if (Date.parse(found[1] ?? '') >= since) return text.slice(found.index);
  }
  return '';
}

/** In a pipe they stay as they are in the file. */
function withLocalTimes(text: string): string {
  return text.replace(TIME, (_line, time: string) => `${shownTime(time)} `);
}

export function lastLines(text: string, count: number): string {
  if (count === 0) return '';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  if (body === '') return '';
  return `${body.split('\n').slice(-count).join('\n')}\n`;
}

/** Prints what is appended until interrupted; after a rotation it starts at the beginning of the new file. */
function follow(file: string, from: number, show: (text: string) => string): Promise<number> {
  let offset = from;
  const decoder = new StringDecoder('utf8');
  const print = (): void => {
    const added = readFrom(file, offset);
    offset = added.end;
    if (added.bytes.length > 0) printText(show(decoder.write(added.bytes)));
  };
  return new Promise((resolve, reject) => {
    const folder = dirname(file);
    if (!existsSync(folder)) return reject(fail('agent_not_found', { target: basename(folder) }));
    const watching = tryToWatch(folder, (name) => {
      if (name === null || name === basename(file)) print();
    });
    const ticking = setInterval(print, LOOK_AGAIN_MS);
    const end = (): void => {
      watching?.close();
      clearInterval(ticking);
      resolve(130);
    };
    process.once('SIGINT', () => {
      endInterruptedLine();
      end();
    });
    process.once('SIGTERM', end);
    endWithReader();
    print();
  });
}

function readFrom(file: string, offset: number): { bytes: Buffer; end: number } {
  if (!existsSync(file)) return { bytes: Buffer.alloc(0), end: 0 };
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const start = size < offset ? 0 : offset;
    const bytes = Buffer.alloc(size - start);
    readSync(fd, bytes, 0, bytes.length, start);
    return { bytes, end: size };
  } finally {
    closeSync(fd);
  }
}
