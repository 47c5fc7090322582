/** The one stream to the daemon. It connects again after a break, a sleep or a restart, and goes on where it stopped. */
import { signal } from '@preact/signals';
import { type DaemonSays, type PageSays, STREAM_PROTOCOL } from '../../a2a/web/stream.js';
import { pageKey } from './call.js';
import { isClosed } from './session.js';
import { cursor, isKnown, takeEvent } from './world.js';

/** `behind`: what is shown may be old. */
export type StreamState = 'connecting' | 'live' | 'behind';
export const streamState = signal<StreamState>('connecting');
/** Since when nothing has been told. */
export const behindSince = signal<number | null>(null);

export interface TerminalListener {
  readonly onOpen: () => void;
  readonly onBytes: (kind: number, bytes: Uint8Array) => void;
  readonly onEnd: (reason: string | null, code: number | null) => void;
}

const CLOSED_CODE = 4401;
const BEAT_MS = 6_000;
/** No sign of life for this long after one was asked for means that the connection is dead. Shorter than a beat, which begins it anew. */
const SILENCE_MS = 5_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 1_500;
const HEAD_BYTES = 5;

const terminals = new Map<number, TerminalListener>();
let socket: WebSocket | null = null;
let pauseMs = FIRST_PAUSE_MS;
let again: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

export function startStream(): void {
  connect();
  setInterval(askForLife, BEAT_MS);
  // After a sleep, and when somebody looks again, it is found out at once whether the connection still works.
  document.addEventListener('visibilitychange', () => {
    tellWhetherSeen();
    if (!document.hidden) askForLife();
  });
  addEventListener('online', hurry);
  addEventListener('pageshow', askForLife);
}

/** Shows a terminal. Returns what closes it again. */
export function openTerminal(
  wanted: Omit<Extract<PageSays, { say: 'open' }>, 'say' | 'id'>,
  listener: TerminalListener,
) {
  lastId += 1;
  const id = lastId;
  terminals.set(id, listener);
  say({ say: 'open', id, ...wanted });
  return {
    type: (text: string) => say({ say: 'keys', id, text }),
    resize: (cols: number, rows: number) => say({ say: 'size', id, cols, rows }),
    close: () => {
      if (terminals.delete(id)) say({ say: 'close', id });
    },
  };
}

function connect(): void {
  clearTimeout(again);
  const { protocol, host } = location;
  const fresh = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/web/stream`, [
    STREAM_PROTOCOL,
    `key.${pageKey()}`,
  ]);
  socket = fresh;
  fresh.binaryType = 'arraybuffer';
  fresh.onopen = () => {
    pauseMs = FIRST_PAUSE_MS;
    say({ say: 'follow', since: cursor.value });
    tellWhetherSeen();
  };
  fresh.onmessage = ({ data }) => {
    clearTimeout(silence);
    if (data instanceof ArrayBuffer) hearBytes(data);
    else hear(JSON.parse(data as string) as DaemonSays);
  };
  fresh.onclose = ({ code }) => {
    if (socket !== fresh) return;
    socket = null;
    if (code === CLOSED_CODE) isClosed.value = true;
    lost();
  };
}

function hear(said: DaemonSays): void {
  if (said.say === 'activity') {
    catchUp();
    takeEvent(said.event);
  } else if (said.say === 'live') {
    // Nothing may have happened meanwhile. At first there is nothing to show yet.
    if (isKnown.value) catchUp();
  } else if (said.say === 'behind') fallBehind();
  else if (said.say === 'closed') isClosed.value = true;
  else if (said.say === 'opened') terminals.get(said.id)?.onOpen();
  else if (said.say === 'ended') endTerminal(said.id, said.reason, said.code);
}

function hearBytes(data: ArrayBuffer): void {
  const view = new DataView(data);
  terminals.get(view.getUint32(0))?.onBytes(view.getUint8(4), new Uint8Array(data, HEAD_BYTES));
}

function endTerminal(id: number, reason: string | null, code: number | null): void {
  const listener = terminals.get(id);
  terminals.delete(id);
  listener?.onEnd(reason, code);
}

function lost(): void {
  clearTimeout(silence);
  fallBehind();
  for (const id of [...terminals.keys()]) endTerminal(id, null, null);
  if (isClosed.value) return;
  again = setTimeout(connect, pauseMs);
  pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
}

function catchUp(): void {
  streamState.value = 'live';
  behindSince.value = null;
}

function fallBehind(): void {
  if (streamState.value === 'live') streamState.value = 'behind';
  behindSince.value ??= Date.now();
}

function tellWhetherSeen(): void {
  say({ say: 'look', isSeen: !document.hidden });
}

function askForLife(): void {
  if (!socket) hurry();
  if (socket?.readyState !== WebSocket.OPEN) return;
  say({ say: 'alive' });
  clearTimeout(silence);
  silence = setTimeout(giveUp, SILENCE_MS);
}

/** The connection is dead, but nobody has told the browser. */
function giveUp(): void {
  const dead = socket;
  socket = null;
  dead?.close();
  lost();
}

function hurry(): void {
  if (socket || isClosed.value) return;
  pauseMs = FIRST_PAUSE_MS;
  connect();
}

function say(said: PageSays): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(said));
}
