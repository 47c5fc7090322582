/** Tells whether a program has read everything that was typed into its terminal. */
import { closeSync, constants, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';

/** `unknown` if the terminal cannot be opened, which says nothing about the program. */
export type InputState = 'read' | 'unread' | 'unknown';

/** Without the last two flags, opening could make this our own terminal, or wait. */
const FLAGS = constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK;

/**
 * Asks the kernel whether the program's side of the terminal has something to read: a whole line in canonical mode, a byte
 * otherwise. Takes nothing of it away: with an empty buffer, libuv reports that there is something to read (ENOBUFS) and
 * leaves it there. The terminal is open only for that moment, because it hangs up when the last one closes it.
 */
export async function inputStateOf(path: string): Promise<InputState> {
  let fd: number | undefined;
  let stream: ReadStream | undefined;
  try {
    fd = openSync(path, FLAGS);
    stream = new ReadStream(fd, NOTHING_IS_READ);
    let failure: NodeJS.ErrnoException | undefined;
    stream.once('error', (error) => {
      failure = error;
    });
    stream.resume();
    await afterPolling();
    if (failure === undefined) return 'read';
    return failure.code === 'ENOBUFS' ? 'unread' : 'unknown';
  } catch {
    return 'unknown';
  } finally {
    stream?.destroy();
    // The stream has reopened the terminal for itself.
    if (fd !== undefined) closeSync(fd);
  }
}

/** The types of Node leave out that a terminal takes the options of a socket. */
const NOTHING_IS_READ = { onread: { buffer: new Uint8Array(0), callback: () => false } } as object;

/** Resolves after the event loop has looked at all descriptors once. The first turn may be at a point after that look. */
function afterPolling(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
