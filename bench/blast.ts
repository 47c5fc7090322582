/** A load generator that costs little itself: prepared requests over kept-alive sockets. */
import { connect } from 'node:net';
import { newId } from '../src/ids.js';

export interface Blast {
  readonly port: number;
  readonly token: string;
  readonly messages: number;
  readonly connections: number;
  /** Told of every message the daemon has acknowledged. */
  readonly onAcknowledged?: (messageId: string) => void;
}

/** Resolves with how many were acknowledged; connections that break simply end. */
export async function blast({ port, token, messages, connections, onAcknowledged }: Blast): Promise<number> {
  let left = messages;
  let acknowledged = 0;
  const one = () =>
    new Promise<void>((resolve) => {
      let current = '';
      let rest = '';
      const socket = connect(port, '127.0.0.1');
      const next = () => {
        if (left-- <= 0) return socket.end();
        current = newId();
        socket.write(request(port, token, current));
      };
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      socket.on('connect', next);
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.on('data', (chunk: string) => {
        rest += chunk;
        const head = rest.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(rest.slice(0, head))?.[1] ?? 0);
        if (rest.length < head + 4 + length) return;
        if (!rest.startsWith('HTTP/1.1 200')) throw new Error(rest);
        rest = '';
        acknowledged++;
        onAcknowledged?.(current);
        next();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return acknowledged;
}

function request(port: number, token: string, messageId: string): string {
  const body = `{"message":{"role":"user","parts":[{"type":"text","text":"hello from the bench"}]},"metadata":{"message_id":"${messageId}"}}`;
  return `POST /tasks/send HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
