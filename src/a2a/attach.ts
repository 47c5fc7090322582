/** Upgrades a connection to a daemon, so that both sides can send frames: those of a terminal, or of a link. */
import { connect, type Socket } from 'node:net';
import { TERMINAL_PROTOCOL } from './frames.js';
import { type Address, parseAnswer, readCallerKey, silent, translate } from './local.js';

export interface OpenConnection {
  readonly socket: Socket;
  /** What arrived together with the daemon's answer. */
  readonly first: Buffer;
  /** What the daemon has agreed to. */
  readonly protocol: string;
}

const HEAD_END = '\r\n\r\n';
/** Long enough for the program to start, which happens meanwhile in the foreground. */
const ANSWER_LIMIT_MS = 20_000;

/** `to` is an agent on another host, to which this daemon keeps a link. */
export function openTerminal(
  agent: Address,
  home: string,
  query: URLSearchParams,
  to: string | null = null,
): Promise<OpenConnection> {
  const path = to === null ? `/attach?${query}` : `/hosts/attach?to=${encodeURIComponent(to)}&${query}`;
  return openConnection(agent, home, { path, protocol: TERMINAL_PROTOCOL });
}

interface Upgrade {
  readonly path: string;
  readonly protocol: string;
}

export function openConnection(agent: Address, home: string, upgrade: Upgrade): Promise<OpenConnection> {
  const key = readCallerKey(home, agent.id);
  return new Promise((resolve, reject) => {
    const socket = connect(agent.socket);
    const refuse = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const failed = (error: NodeJS.ErrnoException) => refuse(translate(error, agent));
    // A refusal is an ordinary answer, after which the daemon closes the connection.
    const ended = () => refuse(refusalOf(answer, agent));
    let answer = Buffer.alloc(0);
    const read = (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf(HEAD_END);
      if (end < 0 || !answer.toString('latin1', 0, end).startsWith('HTTP/1.1 101 ')) return;
      socket.off('data', read).off('end', ended).off('error', failed).removeAllListeners('timeout').setTimeout(0);
      // Do not read before somebody listens.
      socket.pause();
      const [, agreed] = /\r\nupgrade: (.*)/.exec(answer.toString('latin1', 0, end)) ?? [];
      resolve({ socket, first: answer.subarray(end + HEAD_END.length), protocol: agreed ?? upgrade.protocol });
    };
    socket.on('data', read);
    socket.on('end', ended);
    socket.on('error', failed);
    socket.setTimeout(ANSWER_LIMIT_MS, () => refuse(silent(agent, 'it is silent')));
    socket.write(encodeUpgrade(upgrade, key));
  });
}

function encodeUpgrade({ path, protocol }: Upgrade, key: string): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${key}`,
    'connection: upgrade',
    `upgrade: ${protocol}`,
  ];
  return `${lines.join('\r\n')}${HEAD_END}`;
}

function refusalOf(answer: Buffer, agent: Address): Error {
  const text = answer.toString();
  const end = text.indexOf(HEAD_END);
  if (end < 0) return silent(agent, 'it closed the connection');
  try {
    parseAnswer(Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), text.slice(end + HEAD_END.length));
  } catch (error) {
    return error as Error;
  }
  return silent(agent, 'it did not agree to that');
}
