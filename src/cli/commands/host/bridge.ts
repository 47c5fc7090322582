/** `synapse bridge`, which other hosts run over ssh: gives its stdin and stdout to the daemon that keeps the links here. */
import { fstatSync } from 'node:fs';
import type { Socket } from 'node:net';
import { LINK_PROTOCOL, PIPES_PROTOCOL } from '../../../a2a/address.js';
import { openConnection } from '../../../a2a/attach.js';
import { fail } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { hostDaemon } from '../../client/hosts/host-daemon.js';

/** `--as NAME` fixes which host this is, for a key that may run only this command. */
export async function runBridge(words: readonly string[]): Promise<number> {
  const as = nameIn(words);
  const { home, address } = await hostDaemon();
  const query = new URLSearchParams({ ...(as === null ? {} : { as }), ...(pipesHere() ?? {}) });
  const path = `/bridge?${query}`;
  const { socket, first, protocol } = await openConnection(address, home, { path, protocol: LINK_PROTOCOL });
  // The daemon reads and writes the pipes itself. Its connection ends when they do.
  const code = protocol === PIPES_PROTOCOL ? ended(socket.resume()) : joined(socket, first);
  return code.finally(() => socket.destroy());
}

function ended(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve(0));
    socket.once('error', () => resolve(1));
  });
}

async function joined(socket: Socket, first: Buffer): Promise<number> {
  const { stdin, stdout } = process;
  const cut = new Promise<number>((resolve) => stdout.once('error', () => resolve(1)));
  stdin.once('end', () => socket.end());
  stdin.once('error', () => socket.end());
  stdout.write(first);
  socket.pipe(stdout);
  stdin.pipe(socket);
  const code = await Promise.race([ended(socket), cut]);
  // What is still in it would keep the process alive.
  stdin.destroy();
  return code;
}

/** Which pipes the daemon may take over: it finds them by the process, and knows them by their inodes. */
function pipesHere(): { readonly pipes: string } | null {
  const [input, output] = [fstatSync(0), fstatSync(1)];
  return input.isFIFO() && output.isFIFO() ? { pipes: `${process.pid}:${input.ino}:${output.ino}` } : null;
}

function nameIn(words: readonly string[]): string | null {
  const [option, name, ...rest] = words;
  if (option === undefined) return null;
  if (option === '--as' && name !== undefined && isAgentId(name) && rest.length === 0) return name;
  throw fail('invalid_request', { reason: 'Usage: synapse bridge [--as NAME]' });
}
