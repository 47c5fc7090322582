/** One viewer of an agent's terminal: takes its keys and sends it output. One that falls behind is redrawn later. */
import type { Duplex } from 'node:stream';
import { type Exit, encodeFrame, FrameReader, type Size } from '../../a2a/frames.js';
import type { Colors } from '../../terminal/screen/screen.js';
import { readColors, readSize } from './viewer-arrival.js';

export interface ViewerEvents {
  readonly keys: (bytes: Buffer) => void;
  readonly size: (size: Size) => void;
  /** Its terminal has told them late. */
  readonly colors: (colors: Colors) => void;
  /** Called once: it detached, or it is gone. */
  readonly left: (how: 'detached' | 'gone') => void;
  /** It has caught up, and needs to be redrawn what it missed. */
  readonly caughtUp: () => void;
}

/** A viewer this far behind gets nothing more until it has read, so that it does not slow the program down. */
const MOST_UNREAD_BYTES = 4 * 2 ** 20;

export class Viewer {
  readonly #socket: Duplex;
  readonly #events: ViewerEvents;
  readonly #frames = new FrameReader();
  readonly closed: Promise<void>;
  #isSkipped = true;
  #isClipped = false;
  #hasLeft = false;

  constructor(
    socket: Duplex,
    readonly readOnly: boolean,
    public size: Size,
    events: ViewerEvents,
  ) {
    this.#socket = socket;
    this.#events = events;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('end', () => this.#leave('gone'));
    socket.on('error', () => this.#leave('gone'));
    socket.on('close', () => this.#leave('gone'));
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    if (socket.destroyed) queueMicrotask(() => this.#leave('gone'));
  }

  /** It gets no output until its screen is redrawn. */
  get isSkipped(): boolean {
    return this.#isSkipped;
  }

  skip(): void {
    this.#isSkipped = true;
  }

  go(): void {
    this.#isSkipped = false;
  }

  redraw(screen: string, since: Buffer): void {
    this.#isSkipped = this.#isClipped = false;
    this.#socket.write(encodeFrame('redraw', screen));
    if (since.length > 0) this.#socket.write(encodeFrame('output', since));
  }

  /** Its terminal has another size than the program's, so it gets drawings of what fits instead of output. */
  get isClipped(): boolean {
    return this.#isClipped;
  }

  /** The first drawing clears what it shows; the others draw over it. */
  drawClipped(drawing: string): void {
    const type = this.#isClipped && !this.#isSkipped ? 'output' : 'redraw';
    this.#isClipped = true;
    this.#isSkipped = false;
    // One that does not read is drawn to later.
    if (this.#socket.writableLength < MOST_UNREAD_BYTES) this.#socket.write(encodeFrame(type, drawing));
  }

  /** Takes an encoded frame, because it is the same for every viewer. */
  output(frame: Buffer): void {
    if (this.#isSkipped || this.#isClipped) return;
    if (this.#socket.writableLength + frame.length <= MOST_UNREAD_BYTES) {
      this.#socket.write(frame);
      return;
    }
    this.#isSkipped = true;
    this.#socket.once('drain', () => this.#events.caughtUp());
  }

  /** Sends the last frame; the connection ends when the viewer has read it. */
  exit(exit: Exit): void {
    this.#hasLeft = true;
    this.#socket.end(encodeFrame('exit', JSON.stringify(exit)));
  }

  /** Reads nothing more from it until its keys are written. */
  pauseUntil(until: Promise<void>): void {
    this.#socket.pause();
    void until.then(() => this.#socket.resume());
  }

  #read(chunk: Buffer): void {
    try {
      for (const { type, payload } of this.#frames.read(chunk)) {
        if (this.#hasLeft) return;
        if (type === 'detach') this.#leave('detached');
        else if (type === 'size') this.#resize(payload);
        else if (type === 'keys' && !this.readOnly) this.#events.keys(payload);
      }
    } catch {
      // It does not speak the protocol.
      this.#leave('gone');
    }
  }

  #resize(payload: Buffer): void {
    const told = JSON.parse(payload.toString()) as Record<string, unknown>;
    this.size = readSize(told);
    this.#events.size(this.size);
    const colors = readColors(told.foreground, told.background);
    if (colors) this.#events.colors(colors);
  }

  #leave(how: 'detached' | 'gone'): void {
    this.#socket.destroy();
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#events.left(how);
  }
}
