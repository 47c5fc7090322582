/** Shows an agent's terminal in this one, byte by byte, until one of the two ends. */
import { type OpenConnection, openTerminal } from '../../a2a/attach.js';
import { type Exit, encodeFrame, type Frame, FrameReader } from '../../a2a/frames.js';
import type { Address } from '../../a2a/local.js';
import { DetachKey } from './detach-key.js';
import type { TerminalFacts } from './questions.js';
import type { PersonTerminal } from './terminal.js';

export type Ending =
  | { readonly how: 'exit'; readonly exit: Exit }
  | { readonly how: 'detached' }
  /** The daemon disappeared. */
  | { readonly how: 'lost' };

export interface ViewOptions {
  /** The daemon that is asked. */
  readonly agent: Address;
  /** The agent on another host to which that daemon has a link; null for its own. */
  readonly to?: string | null;
  readonly home: string;
  readonly readOnly?: boolean;
  /** Which terminal of the agent. */
  readonly session?: string | undefined;
  readonly facts?: TerminalFacts;
}

/** How long the beginning of the detach key waits for its end. */
const UNFINISHED_MS = 20;
/** Where nothing can be typed, these leave the view: `q`, Ctrl-C and Ctrl-D. */
const LEAVES = /^[qQ\x03\x04]/;
const PART_LIMIT_MS = 2_000;

export async function view(terminal: PersonTerminal, options: ViewOptions): Promise<Ending> {
  const open = await openTerminal(options.agent, options.home, queryOf(terminal, options), options.to ?? null);
  return new Promise((resolve) => {
    const { socket } = open;
    let hasEnded = false;
    const end = (ending: Ending) => {
      if (hasEnded) return;
      hasEnded = true;
      // Output that still arrives must not reach a terminal that belongs to the shell again.
      socket.removeAllListeners('data').resume();
      if (ending.how === 'detached') socket.end(encodeFrame('detach'));
      else socket.destroy();
      // A daemon that hangs must not keep the person waiting.
      setTimeout(() => socket.destroy(), PART_LIMIT_MS).unref();
      resolve(ending);
    };
    sendKeys(terminal, open, options.readOnly ?? false, () => end({ how: 'detached' }));
    terminal.onResize(() => socket.write(encodeFrame('size', JSON.stringify(terminal.size))));
    // Where they came too late to be told before the program started.
    if (options.facts && !options.facts.colors) {
      terminal.onColors((colors) => socket.write(encodeFrame('size', JSON.stringify({ ...terminal.size, ...colors }))));
    }
    socket.on('error', () => {});
    socket.on('end', () => end({ how: 'lost' }));
    socket.on('close', () => end({ how: 'lost' }));
    showFrames(terminal, open, (exit) => end({ how: 'exit', exit }));
  });
}

function queryOf(terminal: PersonTerminal, { readOnly, session, facts }: ViewOptions): URLSearchParams {
  const { cols, rows } = terminal.size;
  const query = new URLSearchParams({ cols: String(cols), rows: String(rows) });
  if (session !== undefined) query.set('session', session);
  if (readOnly) query.set('read_only', 'true');
  for (const [name, color] of Object.entries(facts?.colors ?? {})) query.set(name, color);
  if (facts?.cursor) {
    query.set('column', String(facts.cursor.column));
    query.set('row', String(facts.cursor.row));
  }
  return query;
}

function sendKeys(terminal: PersonTerminal, { socket }: OpenConnection, readOnly: boolean, detach: () => void): void {
  const detachKey = new DetachKey();
  const send = (keys: Buffer) => {
    if (keys.length > 0 && !readOnly) socket.write(encodeFrame('keys', keys));
  };
  let timer: NodeJS.Timeout | undefined;
  terminal.onKeys((bytes) => {
    clearTimeout(timer);
    if (readOnly && LEAVES.test(bytes.toString('latin1'))) return detach();
    const { keys, isDetached } = detachKey.read(bytes);
    send(keys);
    if (isDetached) detach();
    else if (detachKey.hasUnfinished) timer = setTimeout(() => send(detachKey.flush()), UNFINISHED_MS);
  });
}

function showFrames(terminal: PersonTerminal, { socket, first }: OpenConnection, onExit: (exit: Exit) => void): void {
  const frames = new FrameReader();
  let isDrawn = false;
  const show = ({ type, payload }: Frame) => {
    if (type === 'output') terminal.show(payload);
    else if (type === 'exit') onExit(JSON.parse(payload.toString()) as Exit);
    else if (type === 'redraw') {
      if (isDrawn) terminal.clear();
      else terminal.scrollAway();
      isDrawn = true;
      terminal.show(payload);
    }
  };
  const read = (chunk: Buffer) => {
    for (const frame of frames.read(chunk)) show(frame);
  };
  read(first);
  socket.on('data', read).resume();
}
