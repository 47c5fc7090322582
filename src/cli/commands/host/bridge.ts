/** `synapse bridge`, which other hosts run over ssh: joins its stdin and stdout to the daemon that keeps the links here. */
import { LINK_PROTOCOL } from '../../../a2a/address.js';
import { openConnection } from '../../../a2a/attach.js';
import { fail } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { hostDaemon } from './host-daemon.js';

/** `--as NAME` fixes which host this is, for a key that may run only this command. */
export async function runBridge(words: readonly string[]): Promise<number> {
  const as = nameIn(words);
  const { home, address } = await hostDaemon();
  const path = `/bridge${as === null ? '' : `?as=${encodeURIComponent(as)}`}`;
  const { socket, first } = await openConnection(address, home, { path, protocol: LINK_PROTOCOL });
  return new Promise((resolve) => {
    const end = (code: number) => {
      socket.destroy();
      resolve(code);
      // What is still in stdin would keep the process alive.
      process.stdin.destroy();
    };
    socket.once('close', () => end(0));
    socket.once('error', () => end(1));
    process.stdin.once('end', () => socket.end());
    process.stdin.once('error', () => socket.end());
    process.stdout.once('error', () => end(1));
    process.stdout.write(first);
    socket.pipe(process.stdout);
    process.stdin.pipe(socket);
  });
}

function nameIn(words: readonly string[]): string | null {
  const [option, name, ...rest] = words;
  if (option === undefined) return null;
  if (option === '--as' && name !== undefined && isAgentId(name) && rest.length === 0) return name;
  throw fail('invalid_request', { reason: 'Usage: synapse bridge [--as NAME]' });
}
