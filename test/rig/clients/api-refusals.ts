/** What a daemon refuses at its door, tried with every operation of a part of the API. */
import { connect } from 'node:net';
import type { Agent, CallOptions } from '../home/agent.js';
import { type ApiCheck, operations } from './openapi.js';

/** Makes a request and holds the answer against the document. */
export async function ask(check: ApiCheck, agent: Agent, key: string, options: CallOptions = {}) {
  const [method = '', path = ''] = key.split(' ');
  const answer = await agent.call(path, { method, ...options });
  const isJson = /json/.test(answer.headers['content-type'] ?? '');
  check.note({ method, path, status: answer.status, body: isJson ? answer.body : undefined });
  return answer;
}

/** From a foreign page, without a credential, with a body that is no JSON or too large, with a path that is none. */
export async function tryTheDoor(check: ApiCheck, agent: Agent, isOwn: (path: string) => boolean): Promise<void> {
  const all = operations().filter(({ path }) => isOwn(path));
  for (const { key, path, operation } of all) {
    const example = key.replace(/\{\w+\}/g, 'none');
    const body = operation.requestBody ? { body: {} } : {};
    await ask(check, agent, example, { headers: { host: 'evil.example' }, ...body });
    if (operation['x-access'] !== 'open') await ask(check, agent, example, { key: null, ...body });
    if (operation.requestBody) await ask(check, agent, example, { body: '{' });
    else if (path.includes('{')) await ask(check, agent, key.replace(/\{\w+\}/g, '%ff'));
  }
  const large = all.filter(({ operation }) => operation.requestBody);
  await Promise.all(large.map(({ key }) => announceTooMuch(check, agent, key.replace(/\{\w+\}/g, 'none'))));
}

/** Only the length of the body is sent, because that is enough to be refused. */
export async function announceTooMuch(check: ApiCheck, agent: Agent, key: string): Promise<void> {
  const [method = '', path = ''] = key.split(' ');
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${agent.key}`,
    'content-type: application/json',
    `content-length: ${17 * 2 ** 20}`,
  ];
  const text = await new Promise<string>((resolve, reject) => {
    let got = '';
    const socket = connect(agent.entry.port, '127.0.0.1').setEncoding('utf8');
    socket.on('data', (chunk) => {
      got += chunk;
      if (/\r\n\r\n.*\}/s.test(got)) socket.destroy();
    });
    socket.on('error', reject).on('close', () => resolve(got));
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
  });
  const status = Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 413'.length));
  check.note({ method, path, status, body: JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) });
}
