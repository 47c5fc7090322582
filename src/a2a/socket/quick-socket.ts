/**
 * Opens a Unix socket with the part of Node that `node:net` itself stands on. Loading `node:net` and all its streams takes
 * about a quarter of the time that `synapse send` has beside the start of Node, and one request needs none of them.
 */
import { StringDecoder } from 'node:string_decoder';
import { getSystemErrorName } from 'node:util';
import type { OpenSocket } from './open-socket.js';

interface PipeHandle {
  onread: (bytes: ArrayBuffer | undefined) => void;
  connect(request: object, path: string): number | undefined;
  writeUtf8String(request: object, text: string): number;
  readStart(): number;
  close(): void;
}

interface PipeBinding {
  readonly Pipe: new (type: number) => PipeHandle;
  readonly PipeConnectWrap: new () => { oncomplete: (status: number) => void };
  readonly constants: { readonly SOCKET: number };
}

interface StreamBinding {
  readonly WriteWrap: new () => { oncomplete: (status: number) => void };
  readonly streamBaseState: Int32Array;
  readonly kReadBytesOrError: number;
  readonly kArrayBufferOffset: number;
}

/** The versions of Node in which this is known to work. */
const TRIED = /^v(?:20|22|24)\./;
/** With this option Node would print a warning. */
const WARNS = /--pending-deprecation/;

/** Null in other versions of Node, and where it is not allowed. */
export function quickSocket(): OpenSocket | null {
  const { version, env, execArgv } = process;
  const mayWarn = env.NODE_PENDING_DEPRECATION === '1' || WARNS.test(`${env.NODE_OPTIONS} ${execArgv.join(' ')}`);
  if (mayWarn || !TRIED.test(version)) return null;
  try {
    const { binding } = process as unknown as { binding(name: string): unknown };
    return openerWith(binding('pipe_wrap') as PipeBinding, binding('stream_wrap') as StreamBinding);
  } catch {
    // Node's permission model forbids it.
    return null;
  }
}

function openerWith({ Pipe, PipeConnectWrap, constants }: PipeBinding, stream: StreamBinding): OpenSocket {
  const { WriteWrap, streamBaseState, kReadBytesOrError, kArrayBufferOffset } = stream;
  return (path, request, { onOpen, onText, onEnd, onError }) => {
    const handle = new Pipe(constants.SOCKET);
    const decoder = new StringDecoder('utf8');
    let isClosed = false;
    const close = () => {
      if (isClosed) return;
      isClosed = true;
      handle.close();
    };
    const failed = (status: number) => {
      if (isClosed) return;
      close();
      onError(systemError(status, path));
    };
    handle.onread = (bytes) => {
      const count = streamBaseState[kReadBytesOrError] as number;
      if (isClosed || count === 0) return;
      if (bytes) return onText(decoder.write(Buffer.from(bytes, streamBaseState[kArrayBufferOffset], count)));
      if (getSystemErrorName(count) !== 'EOF') return failed(count);
      close();
      onEnd();
    };
    const connecting = new PipeConnectWrap();
    connecting.oncomplete = (status) => {
      if (status < 0) return failed(status);
      if (isClosed) return;
      const writing = new WriteWrap();
      writing.oncomplete = (written) => written < 0 && failed(written);
      const written = handle.writeUtf8String(writing, request);
      if (written < 0) return failed(written);
      handle.readStart();
      onOpen();
    };
    const status = handle.connect(connecting, path) ?? 0;
    // As with `node:net`, nothing is reported before this function has returned.
    if (status < 0) process.nextTick(failed, status);
    return { close };
  };
}

function systemError(status: number, path: string): NodeJS.ErrnoException {
  const code = getSystemErrorName(status);
  return Object.assign(new Error(`connect ${code} ${path}`), {
    code,
    errno: status,
    syscall: 'connect',
    address: path,
  });
}
