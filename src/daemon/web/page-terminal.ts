/** A terminal that a page shows: the same connection to the agent's daemon as `synapse attach`, to look or to type. */
import type { Socket } from 'node:net';
import { openTerminal } from '../../a2a/attach.js';
import { type Exit, encodeFrame, type Frame, FrameReader, type Size } from '../../a2a/frames.js';
import { TERMINAL_OUTPUT, TERMINAL_REDRAW } from '../../a2a/web/stream.js';
import { fail } from '../../errors.js';
import { isRunning } from '../../registry/entry.js';
import type { DaemonContext } from '../context.js';

export interface TerminalWanted {
  readonly id: number;
  readonly agent: string;
  readonly session: string | null;
  readonly typing: boolean;
  readonly cols: number;
  readonly rows: number;
}

export interface TerminalEvents {
  readonly onOpen: () => void;
  readonly onBytes: (bytes: Buffer) => void;
  readonly onEnd: (reason: Error | string | null, code: number | null) => void;
}

const HEAD_BYTES = 5;
/** Nobody resizes faster than they can look. */
const isSize = ({ cols, rows }: Size) =>
  [cols, rows].every((count) => Number.isInteger(count) && count > 0 && count <= 1000);

export class PageTerminal {
  readonly #wanted: TerminalWanted;
  readonly #events: TerminalEvents;
  readonly #frames = new FrameReader();
  #socket: Socket | null = null;
  #isClosed = false;

  constructor(context: DaemonContext, wanted: TerminalWanted, events: TerminalEvents) {
    this.#wanted = wanted;
    this.#events = events;
    this.#open(context).catch((error: Error) => this.#end(error, null));
  }

  type(text: string): void {
    if (this.#wanted.typing) this.#socket?.write(encodeFrame('keys', text));
  }

  resize(size: Size): void {
    if (isSize(size)) this.#socket?.write(encodeFrame('size', JSON.stringify(size)));
  }

  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket?.end(encodeFrame('detach'));
  }

  async #open({ registry, home }: DaemonContext): Promise<void> {
    const { agent: id, session, typing, cols, rows } = this.#wanted;
    const agent = registry.get(id);
    if (!agent) throw fail('agent_not_found', { target: id });
    if (!isRunning(agent)) throw fail('agent_not_running', { agent: id });
    const query = new URLSearchParams({ cols: String(cols), rows: String(rows) });
    if (session !== null) query.set('session', session);
    if (!typing) query.set('read_only', 'true');
    const { socket, first } = await openTerminal(agent.live, home, query);
    if (this.#isClosed) return void socket.destroy();
    this.#socket = socket;
    this.#events.onOpen();
    socket.on('error', () => {});
    socket.on('close', () => this.#end(null, null));
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#read(first);
    socket.resume();
  }

  #read(chunk: Buffer): void {
    try {
      for (const frame of this.#frames.read(chunk)) this.#pass(frame);
    } catch (error) {
      this.#socket?.destroy();
      this.#end(error as Error, null);
    }
  }

  #pass({ type, payload }: Frame): void {
    if (type === 'exit') {
      const { code, reason } = JSON.parse(payload.toString()) as Exit;
      this.#end(reason, code);
    }
    if (type !== 'output' && type !== 'redraw') return;
    const bytes = Buffer.allocUnsafe(HEAD_BYTES + payload.length);
    bytes.writeUInt32BE(this.#wanted.id, 0);
    bytes.writeUInt8(type === 'redraw' ? TERMINAL_REDRAW : TERMINAL_OUTPUT, 4);
    payload.copy(bytes, HEAD_BYTES);
    this.#events.onBytes(bytes);
  }

  #end(reason: Error | string | null, code: number | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.onEnd(reason, code);
  }
}
