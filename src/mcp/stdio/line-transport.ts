/**
 * MCP over a pair of streams: one JSON message per line. Answers lines that are no messages with the errors of JSON-RPC
 * and reads on, where the transport of the SDK says nothing, and gives up on a line that is too long.
 */
import type { Readable, Writable } from 'node:stream';
import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { MAX_BODY_BYTES } from '../../a2a/decode.js';
import { parseJson } from '../../a2a/parse-json.js';
import { LineSplitter } from './line-splitter.js';

/** Clients end a server that is still there two seconds after they closed its input. */
const FAREWELL_MS = 1_500;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  /** Runs before a message is passed on, in order. */
  readonly #before: (message: JSONRPCMessage) => Promise<void> | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** The requests that are not answered yet. */
  readonly #open = new Set<string | number>();
  #onAnswered: () => void = () => {};
  #isEnding = false;
  #isClosed = false;

  constructor(input: Readable, output: Writable, before: (message: JSONRPCMessage) => Promise<void> | undefined) {
    this.#input = input;
    this.#output = output;
    this.#before = before;
  }

  async start(): Promise<void> {
    const lines = new LineSplitter(MAX_BODY_BYTES);
    const end = () => void this.#end();
    this.#input.on('data', (chunk: Buffer) => {
      for (const line of lines.take(chunk)) this.#read(line);
    });
    // A client that is gone closes the input, and its output cannot be written.
    this.#input.on('end', end).on('close', end).on('error', end);
    this.#output.on('error', end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.pause();
    this.onclose?.();
  }

  /** What was asked for before the end is done, because giving up a call cancels nothing. */
  async #end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    await this.#turn;
    if (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onAnswered = resolve;
        setTimeout(resolve, FAREWELL_MS);
      });
    }
    await this.close();
  }

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    // This one is answered when the client no longer listens.
    if ('id' in message && message.method !== 'subscriptions/listen') this.#open.add(message.id);
    if (message.method === 'notifications/cancelled') this.#settle(message.params?.requestId as string | number);
  }

  #settle(id: string | number): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#onAnswered();
  }

  #read(line: Buffer | 'too long'): void {
    if (line !== 'too long' && line.toString('latin1').trim() === '') return;
    const read = messageIn(line);
    if ('code' in read) {
      this.#write({ jsonrpc: '2.0', id: read.id, error: { code: read.code, message: read.reason } }).catch(() => {});
      return;
    }
    this.#note(read.message);
    this.#turn = this.#turn
      .then(() => this.#before(read.message))
      .catch((error: Error) => this.onerror?.(error))
      .then(() => this.onmessage?.(read.message));
  }

  #write(message: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return resolve();
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }
}

type Read =
  | { readonly message: JSONRPCMessage }
  | { readonly code: number; readonly reason: string; readonly id: string | number | null };

function messageIn(line: Buffer | 'too long'): Read {
  if (line === 'too long') return { code: INVALID_REQUEST, reason: TOO_LONG, id: null };
  let value: unknown;
  try {
    value = parseJson(line);
  } catch (error) {
    return { code: PARSE_ERROR, reason: `Parse error: ${(error as Error).message}`, id: null };
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return { code: INVALID_REQUEST, reason: 'Invalid Request: not a JSON-RPC message', id: idOf(value) };
  }
}

const TOO_LONG = `Invalid Request: a message can have at most ${MAX_BODY_BYTES} bytes`;

/** The id of something that looks like a request, so that its sender finds the answer. */
function idOf(value: unknown): string | number | null {
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
