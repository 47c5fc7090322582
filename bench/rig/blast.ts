/** A cheap load generator: prepared requests over sockets that are kept alive. */
import { connect } from 'node:net';
import { newId } from '../../src/random-ids.js';

export interface Blast {
  readonly port: number;
  readonly token: string;
  readonly messages: number;
  readonly connections: number;
  /** Called for every message that the daemon has acknowledged. */
  readonly onAcknowledged?: (messageId: string) => void;
}

export interface BlastResult {
  readonly acknowledged: number;
  readonly tookMs: number;
}

const OK = Buffer.from('HTTP/1.1 200');
const HEAD_END = Buffer.from('\r\n\r\n');
const BODY_END = '}'.charCodeAt(0);

/** Broken connections just end. The requests are prepared in advance, because the daemon is measured, not this program. */
export async function blast({ port, token, messages, connections, onAcknowledged }: Blast): Promise<BlastResult> {
  const ids = Array.from({ length: Math.min(messages, 100_000) }, newId);
  const requests = ids.map((id) => request(port, token, id));
  let sent = 0;
  let acknowledged = 0;
  const one = () =>
    new Promise<void>((resolve) => {
      let current = 0;
      let rest: Buffer | null = null;
      const socket = connect(port, '127.0.0.1');
      const next = () => {
        if (sent >= requests.length) return socket.end();
        current = sent++;
        socket.write(requests[current] as Buffer);
      };
      socket.setNoDelay(true);
      socket.on('connect', next);
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.on('data', (chunk: Buffer) => {
        const answer = rest ? Buffer.concat([rest, chunk]) : chunk;
        rest = isWhole(answer) ? null : answer;
        if (rest) return;
        if (answer.compare(OK, 0, OK.length, 0, OK.length) !== 0) throw new Error(answer.toString());
        acknowledged++;
        onAcknowledged?.(ids[current] as string);
        next();
      });
    });
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  return { acknowledged, tookMs: performance.now() - start };
}

/** Sends one request at a time on a connection. Every answer is a JSON object, so its last byte closes it. */
function isWhole(answer: Buffer): boolean {
  return answer[answer.length - 1] === BODY_END && answer.includes(HEAD_END);
}

function request(port: number, token: string, messageId: string): Buffer {
  const body = `{"message":{"role":"user","parts":[{"type":"text","text":"hello from the bench"}]},"metadata":{"message_id":"${messageId}"}}`;
  const head = `POST /tasks/send HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`;
  return Buffer.from(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
}
