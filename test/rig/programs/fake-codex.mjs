#!/usr/bin/env node
/**
 * A Codex that is only an app server: JSON-RPC over WebSocket over a Unix socket. The first word of a text tells it what
 * to do with that text. It notes what it receives in the file FAKE_CODEX_LOG. Without `app-server` it does nothing, as a
 * TUI that shows nothing.
 */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const args = process.argv.slice(2);
const start = process.env.FAKE_CODEX_START ?? '';
const clients = new Set();
const status = new Map();
let turns = 0;
/** What happens before the next request is answered. */
const next = [];
const threadPath = process.env.FAKE_CODEX_ROLLOUT ?? null;

note({ started: args });
if (start === 'exits') process.exit(1);
if (start === 'stubborn') for (const signal of ['SIGHUP', 'SIGTERM']) process.on(signal, () => {});
if (args[0] === 'app-server' && start !== 'never listens')
  listen(args[args.indexOf('--listen') + 1].slice('unix://'.length));
setInterval(() => {}, 60_000);

function listen(path) {
  const server = createServer();
  server.on('upgrade', (request, socket) => {
    if (start === 'never upgrades') return;
    const key = createHash('sha1').update(
      `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
    );
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key.digest('base64')}\r\n\r\n`,
    );
    const client = { socket, send: (message) => socket.write(frame(JSON.stringify(message))) };
    clients.add(client);
    socket.on('error', () => {});
    socket.on('close', () => clients.delete(client));
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let read = unframe(rest); read; read = unframe(rest)) {
        rest = rest.subarray(read.size);
        if (read.text !== null) receive(client, JSON.parse(read.text));
      }
    });
  });
  server.listen(path);
}

function receive(client, { id, method, params = {}, ...others }) {
  note({ method, params, ...others });
  for (const happen of next.splice(0)) happen();
  const answer = (result) => client.send({ id, result });
  if (method === 'initialize' && start !== 'never answers') answer({ userAgent: 'fake' });
  if (method === 'thread/loaded/list') {
    if (start === 'no thread') return answer({ data: [] });
    for (const thread of ['helper', 'title', 't1']) status.set(thread, 'idle');
    answer({ data: ['title', 't1', 'helper'] });
  }
  if (method === 'thread/read') answer({ thread: describe(params.threadId) });
  if (method === 'thread/resume') {
    if (start === 'cannot be joined') return client.send({ id, error: { code: -32600, message: 'no rollout found' } });
    answer({ thread: describe(params.threadId) });
    tell('thread/goal/cleared', { threadId: params.threadId });
  }
  if (method === 'turn/start') turn(client, id, params);
}

function describe(id) {
  const isHelper = id === 'helper';
  return {
    id,
    ephemeral: id === 'title',
    parentThreadId: isHelper ? 't1' : null,
    path: threadPath,
    status: { type: status.get(id) ?? 'idle' },
  };
}

function turn(client, id, { threadId, clientUserMessageId: clientId, input }) {
  const word = input[0]?.text.split(' ')[0];
  turns += 1;
  const turnId = `turn-${turns}`;
  const accept = () => client.send({ id, result: { turn: { id: turnId, status: 'inProgress' } } });
  const setStatus = (type, activeFlags = []) => {
    status.set(threadId, type);
    tell('thread/status/changed', { threadId, status: type === 'active' ? { type, activeFlags } : { type } });
  };
  const read = () => tell('item/completed', { threadId, turnId, item: { type: 'userMessage', clientId } });
  const end = (how) => {
    if (how === 'completed') tell('item/started', { threadId, turnId, item: { type: 'agentMessage' } });
    endBare(how);
  };
  const endBare = (how) => {
    setStatus('idle');
    tell('turn/completed', { threadId, turn: { id: turnId, status: how } });
  };
  const actions = {
    plain: () => [accept(), setStatus('active'), read(), end('completed')],
    last: () => [accept(), setStatus('active'), read(), endBare('completed')],
    'last-but-busy': () => [
      accept(),
      setStatus('active'),
      read(),
      endBare('completed'),
      next.push(() => setStatus('active')),
    ],
    'last-but-stopped': () => [accept(), setStatus('active'), read(), endBare('interrupted')],
    early: () => [setStatus('active'), read(), end('completed'), accept()],
    lost: () => [accept(), setStatus('active'), end('interrupted')],
    'lost-early': () => [setStatus('active'), end('interrupted'), accept()],
    silent: () => [accept()],
    forgotten: () => [accept(), setStatus('active'), end('completed')],
    working: () => [accept(), setStatus('active'), setTimeout(() => [read(), end('completed')], 700)],
    mute: () => {},
    refuse: () => client.send({ id, error: { code: -32602, message: 'Input exceeds the maximum' } }),
    odd: () => client.send({ id, error: { code: -32603, message: 'internal error' } }),
    garbage: () => {
      for (const text of [
        '',
        'nonsense',
        'null',
        '[]',
        '7',
        '{"id":"x"}',
        '{"method":7}',
        '{"method":"turn/completed"}',
      ])
        client.socket.write(frame(text));
      client.socket.write(frame('{"method":"thread/status/changed","params":{"threadId":"t1","status":[]}}'));
      client.socket.write(frame('{"method":"item/completed","params":{"threadId":"t1","item":null}}'));
      client.socket.write(frame('binary', 0x82));
      actions.plain();
    },
    cut: () => [
      accept(),
      client.socket.write(frame('{"method":"item/completed"}').subarray(0, 9)),
      client.socket.destroy(),
    ],
    corrupt: () => [accept(), client.socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))],
    die: () => [accept(), setImmediate(() => process.exit(1))],
    ask: () => {
      accept();
      setStatus('active', ['waitingOnApproval']);
      read();
      const asked = { threadId, turnId, itemId: 'i', command: "/bin/bash -lc 'rm -rf x'" };
      for (const each of clients) each.send({ id: 0, method: 'item/commandExecution/requestApproval', params: asked });
    },
    answered: () => [tell('serverRequest/resolved', { threadId, requestId: 0 }), accept(), read(), end('completed')],
    'helper-asks': () => {
      actions.plain();
      setStatus('active');
      tell('thread/status/changed', {
        threadId: 'helper',
        status: { type: 'active', activeFlags: ['waitingOnApproval'] },
      });
    },
    'open-new': () => [actions.plain(), tell('thread/started', { thread: { ...describe('t2') } })],
    'open-title': () => [actions.plain(), tell('thread/started', { thread: { ...describe('title') } })],
    'open-old': () => [actions.plain(), tell('thread/goal/cleared', { threadId: 't1' })],
    'close-thread': () => [actions.plain(), tell('thread/closed', { threadId })],
  };
  (actions[word] ?? actions.plain)();
}

function tell(method, params) {
  for (const client of clients) client.send({ method, params });
}

function note(entry) {
  if (process.env.FAKE_CODEX_LOG) appendFileSync(process.env.FAKE_CODEX_LOG, `${JSON.stringify(entry)}\n`);
}

function frame(text, first = 0x81) {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([first, body.length])
      : Buffer.from([first, 126, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([head, body]);
}

/** Null until the frame is whole. Frames of clients are masked. */
function unframe(bytes) {
  if (bytes.length < 6) return null;
  const short = bytes[1] & 0x7f;
  const head = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < head + 4) return null;
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const size = head + 4 + length;
  if (bytes.length < size) return null;
  const body = Buffer.from(bytes.subarray(head + 4, size));
  for (let index = 0; index < length; index += 1) body[index] ^= bytes[head + (index % 4)];
  return { size, text: (bytes[0] & 0x0f) === 1 ? body.toString('utf8') : null };
}
