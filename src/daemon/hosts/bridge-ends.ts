/**
 * The two ends of an ssh that `synapse bridge` has: taken over from it where that is possible, so that a frame does not
 * have to pass through another process on its way.
 */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { Socket, type SocketConstructorOpts } from 'node:net';
import type { Duplex, Readable, Writable } from 'node:stream';
import { descriptorPath } from '../../processes.js';

export interface BridgeEnds {
  readonly readable: Readable;
  readonly writable: Writable;
}

/** What a pipe holds. */
const READ_BYTES = 64 * 2 ** 10;

/** `pipes` is what `describePipes` said in the bridge. Null if they are no pipes, or not those that were described. */
export function takePipes(pipes: string | null): BridgeEnds | null {
  const [, pid, input, output] = /^(\d+):(\d+):(\d+)$/.exec(pipes ?? '') ?? [];
  if (pid === undefined) return null;
  const read = openPipe(Number(pid), { fd: 0, inode: Number(input), flags: constants.O_RDONLY });
  if (read === null) return null;
  const write = openPipe(Number(pid), { fd: 1, inode: Number(output), flags: constants.O_WRONLY });
  if (write === null) {
    closeSync(read);
    return null;
  }
  return {
    readable: readerOf(read),
    writable: new Socket({ fd: write, readable: false, writable: true }),
  };
}

/** Reads into one buffer for good, because a new one for each frame costs more than the frame. */
function readerOf(fd: number): Socket {
  const callback = (size: number, buffer: Uint8Array) => reader.emit('data', Buffer.from(buffer.subarray(0, size)));
  const onread = { buffer: Buffer.allocUnsafeSlow(READ_BYTES), callback };
  const reader: Socket = new Socket({ fd, readable: true, writable: false, onread } as SocketConstructorOpts);
  return reader;
}

/** The bridge only waits now: its connection ends with the pipes, and they with it. */
export function endTogether(connection: Duplex, { readable, writable }: BridgeEnds): void {
  connection.once('close', () => {
    readable.destroy();
    writable.destroy();
  });
  connection.once('end', () => connection.destroy());
  connection.resume();
  // What was written last is in the pipe by then, and ssh reads it to the end.
  writable.once('close', () => connection.end());
  readable.once('close', () => connection.end());
}

/** The same number may mean another process here, if the bridge is in a container. */
function openPipe(
  pid: number,
  { fd, inode, flags }: { readonly fd: number; readonly inode: number; readonly flags: number },
): number | null {
  const path = descriptorPath(pid, fd);
  if (path === null) return null;
  try {
    const opened = openSync(path, flags | constants.O_NONBLOCK);
    const found = fstatSync(opened);
    if (found.isFIFO() && found.ino === inode) return opened;
    closeSync(opened);
  } catch {
    // It is something else than a pipe, or nothing that we may open.
  }
  return null;
}
