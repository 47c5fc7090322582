/** `synapse logs`: prints the end of a daemon's log, and follows it. */

import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { fail } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { agentPaths } from '../../../paths.js';
import type { Registry } from '../../../registry/registry.js';
import { findAgent, registryHere } from '../../client/find-agent.js';
import { endInterruptedLine, printNote, printText } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { logsOptions } from './spec.js';

const DEFAULT_LINES = 50;
/** Some network mounts report no changes, so the file is also read at this interval. */
const LOOK_AGAIN_MS = 1000;

export async function runLogs(args: readonly string[], options: OptionValues<typeof logsOptions>): Promise<number> {
  const registry = await registryHere();
  const { id, file } = findLog(registry, args[0] ?? '');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text === '' && !options.follow) printNote(`The log of ${id} is empty.`);
  printText(lastLines(text, options.lines ?? DEFAULT_LINES));
  return options.follow ? follow(file, Buffer.byteLength(text)) : 0;
}

/** Agents that have ended are no longer in the registry, but their log is still there. */
function findLog(registry: Registry, word: string): { id: string; file: string } {
  if (isAgentId(word)) {
    const { log } = agentPaths(registry.home, word);
    if (existsSync(log)) return { id: word, file: log };
  }
  const { id } = findAgent(registry, word);
  return { id, file: agentPaths(registry.home, id).log };
}

export function lastLines(text: string, count: number): string {
  if (count === 0) return '';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  if (body === '') return '';
  return `${body.split('\n').slice(-count).join('\n')}\n`;
}

/** Prints what is appended until interrupted; after a rotation it starts at the beginning of the new file. */
function follow(file: string, from: number): Promise<number> {
  let offset = from;
  const decoder = new StringDecoder('utf8');
  const print = (): void => {
    const added = readFrom(file, offset);
    offset = added.end;
    if (added.bytes.length > 0) printText(decoder.write(added.bytes));
  };
  return new Promise((resolve, reject) => {
    const folder = dirname(file);
    if (!existsSync(folder)) return reject(fail('agent_not_found', { target: basename(folder) }));
    const watcher = watch(folder, (_event, name) => {
      if (name === null || name === basename(file)) print();
    });
    const ticking = setInterval(print, LOOK_AGAIN_MS);
    const end = (): void => {
      watcher.close();
      clearInterval(ticking);
      resolve(130);
    };
    process.once('SIGINT', () => {
      endInterruptedLine();
      end();
    });
    process.once('SIGTERM', end);
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
