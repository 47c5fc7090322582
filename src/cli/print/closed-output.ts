/** Ends a command that prints events as soon as nobody reads its output any more, not only when it prints the next line. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { Socket, type SocketConstructorOpts } from 'node:net';

/** What `| head` and a closed pager mean: they have seen enough. */
export function endWithReader(end: () => void = () => process.exit(0)): void {
  // What the command waits for keeps it running, not this.
  readerOfOutput()?.on('error', end).on('close', end).resume().unref();
}

/** Null for a file or a terminal, and if the system cannot tell: then the next line that is printed ends the command. */
function readerOfOutput(): Socket | null {
  const output = fstatSync(1);
  // Node's own stream must be the first to open it.
  if (output.isSocket()) return process.stdout && new Socket({ fd: 1, readable: true, writable: false });
  return output.isFIFO() ? readerOfPipe() : null;
}

/**
 * The write end of a pipe reports that its reader is gone to whoever asks whether it can be read. Node refuses to read
 * it as a pipe, but not as a socket.
 */
function readerOfPipe(): Socket | null {
  let fd: number | null = null;
  try {
    fd = openSync('/dev/fd/1', constants.O_WRONLY);
    const { TCP, constants: kinds } = bindingOf('tcp_wrap');
    const handle = new TCP(kinds.SOCKET);
    if (handle.open(fd) !== 0) throw new Error('refused');
    return new Socket({ handle, readable: true, writable: false } as SocketConstructorOpts);
  } catch {
    if (fd !== null) closeSync(fd);
    return null;
  }
}

interface TcpBinding {
  readonly TCP: new (kind: number) => { open(fd: number): number };
  readonly constants: { readonly SOCKET: number };
}

/** Node has no public way to open a descriptor that is no connection. */
function bindingOf(name: string): TcpBinding {
  return (process as unknown as { binding(name: string): TcpBinding }).binding(name);
}
