/**
 * Plays Claude Code as far as our doors know it: an inbox, hooks, a status file, a transcript. It obeys lines on stdin,
 * and answers each with a line on stdout when it is done.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : process.argv[at + 1];
};
const config = process.env.CLAUDE_CONFIG_DIR;
const inbox = option('--messaging-socket-path');
const settings = option('--settings') ? JSON.parse(readFileSync(option('--settings'), 'utf8')) : {};
const project = join(config, 'projects', process.cwd().replace(/[^A-Za-z0-9]/g, '-'));
const sessions = join(config, 'sessions');
mkdirSync(project, { recursive: true });
mkdirSync(sessions, { recursive: true });

let session = randomUUID();
let state = 'idle';
let isDeaf = false;
let isMum = false;
let promptId = randomUUID();
const queue = [];
let received = 0;
const arrivals = new Set();
const startedAt = Date.now();
const transcript = () => join(project, `${session}.jsonl`);

function note(entry) {
  appendFileSync(transcript(), `${JSON.stringify(entry)}\n`);
}

function become(status, waitingFor) {
  state = status;
  const fields = { pid: process.pid, sessionId: session, startedAt, status, waitingFor, statusUpdatedAt: Date.now() };
  writeFileSync(
    join(sessions, `${process.pid}.json`),
    JSON.stringify({ ...fields, ...(inbox ? { messagingSocketPath: inbox } : {}) }),
  );
}

function say() {
  note({ type: 'assistant', isSidechain: false, message: { role: 'assistant', content: 'Fine.' } });
}

/** Runs the hooks of this event, and returns what they print. */
function hook(name, fields = {}) {
  const event = { session_id: session, transcript_path: transcript(), prompt_id: promptId, hook_event_name: name };
  const commands = (settings.hooks?.[name] ?? []).flatMap(({ hooks }) => hooks.map(({ command }) => command));
  return commands.map((command) => {
    const { stdout, status } = spawnSync('/bin/sh', ['-c', command], {
      input: JSON.stringify({ ...event, ...fields }),
    });
    if (status !== 0) console.log(`a hook ended with ${status}`);
    return String(stdout);
  });
}

function readQueue() {
  while (state === 'idle' && !isDeaf && queue.length > 0) {
    const { uuid, message } = queue.shift();
    promptId = randomUUID();
    become('busy');
    hook('UserPromptSubmit', { prompt: message.content });
    note({
      type: 'user',
      uuid,
      isSidechain: false,
      message: { role: 'user', content: `A session said:\n${message.content}` },
    });
    if (isMum) return;
    say();
    hook('Stop');
    become('idle');
  }
}

function receive(line) {
  const message = JSON.parse(line);
  queue.push(message);
  received += 1;
  for (const look of arrivals) look();
  note({ type: 'queue-operation', operation: 'enqueue', content: message.message.content });
  readQueue();
}

/** Resolves when so many messages have arrived since the start. */
function got(count) {
  return new Promise((resolve) => {
    const look = () => {
      if (received < count) return;
      arrivals.delete(look);
      resolve();
    };
    arrivals.add(look);
    look();
  });
}

function listen() {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    createInterface({ input: socket }).on('line', receive);
  });
  return new Promise((resolve) => server.listen(inbox, resolve));
}

/** Tells the sender what became of the oldest message. */
async function notify(status, fields = {}) {
  await got(1);
  const { from, msg_id } = queue.shift();
  const notice = { type: 'control', action: 'peer_message_status', status, orig_msg_id: msg_id, ...fields };
  await new Promise((resolve) => {
    connect(from.slice('uds:'.length)).end(`${JSON.stringify(notice)}\n`, resolve);
  });
}

const COMMANDS = {
  listen,
  got: (count) => got(Number(count)),
  deaf: () => {
    isDeaf = true;
  },
  hear: () => {
    isDeaf = false;
    readQueue();
  },
  /** From now on its model does not answer, until it is told to. */
  mum: () => {
    isMum = true;
  },
  say,
  work: () => {
    promptId = randomUUID();
    become('busy');
    hook('UserPromptSubmit', { prompt: 'work' });
    hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'sleep 9' } });
  },
  ask: (command) => {
    become('waiting', 'permission prompt');
    hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command } });
  },
  tool: (agent) => {
    const call = { tool_name: 'Bash', tool_input: { command: 'sleep 9' }, tool_response: { stdout: '"agent_id": no' } };
    const printed = hook('PostToolUse', agent ? { ...call, agent_id: agent } : call).filter(Boolean);
    const given = printed.map((text) => JSON.parse(text).hookSpecificOutput.additionalContext);
    if (given.length > 0) note({ type: 'attachment', attachment: { type: 'hook_additional_context', content: given } });
    for (const { uuid } of queue.splice(0)) {
      note({ type: 'attachment', attachment: { type: 'queued_command', source_uuid: uuid } });
      note({ type: 'queue-operation', operation: 'remove', reason: 'absorbed_mid_turn', commandUuid: uuid });
    }
    if (!isMum) say();
  },
  stop: () => {
    hook('Stop');
    become('idle');
    readQueue();
  },
  /** No hook runs after an interrupt. */
  interrupt: () => become('idle'),
  clear: () => {
    session = randomUUID();
    become('idle');
    hook('SessionStart', { source: 'clear' });
  },
  drop: () => notify('dropped', { drop_reason: 'queue-full', dropped_msg_ids: [] }),
  hold: async () => {
    await got(1);
    queue.unshift(queue[0]);
    await notify('held');
  },
  deny: () => notify('denied'),
  refuse: () => notify('expired', { status_detail: 'refused' }),
  /** The line of the oldest message, in two halves. */
  halves: async () => {
    await got(1);
    const { uuid } = queue.shift();
    const line = `${JSON.stringify({ type: 'user', uuid, message: { role: 'user', content: 'x' } })}\n`;
    appendFileSync(transcript(), `nonsense {"uuid":"${uuid}"\n${line.slice(0, 20)}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    appendFileSync(transcript(), line.slice(20));
    say();
  },
  unlink: () => rmSync(inbox, { force: true }),
};

become('idle');
hook('SessionStart', { source: 'startup' });
if (inbox && !process.env.FAKE_LATE) await listen();
console.log('started');
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...rest] = line.split(' ');
  await COMMANDS[name](rest.join(' '));
  console.log(`done ${name}`);
}
