// A member of a team that daemons start: `node teammate.mjs <folder> <partner> <word>…`. In a task session it
// delegates a conversation to its own chat session, waits for its end and reports; in a chat session it says its
// words in turn, whether it began or was asked. It checks the current state before it does anything, so a
// new one continues where a killed one stopped, and asks again while the team store cannot be reached. With a file <folder>/commands it calls the command line
// (see tools.mjs). Notes every step in <folder>/<member>.<purpose>; a file <folder>/kill holds `<step> <victim>`: when that step is
// reached, that process is killed, once.
import { appendFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { toolCaller } from './tools.mjs';

const [folder, partner, ...rests] = process.argv.slice(2);
// With `--answers` it only answers, and does its own work alone.
const onlyAnswers = rests.includes('--answers');
const words = rests.filter((word) => word !== '--answers');
const { SYNAPSE_HOME, SYNAPSE_AGENT_ID, SYNAPSE_SESSION_PURPOSE } = process.env;
const isTask = SYNAPSE_SESSION_PURPOSE === 'task';
const call = toolCaller({ commands: existsSync(join(folder, 'commands')) });
const conversations = new Set();
/** Nothing has happened, so the same call can be made again. */
const NOT_NOW = ['store_unavailable', 'team_store_busy'];
const AGAIN_MS = 250;
let rest = Promise.resolve();

function note(entry) {
  appendFileSync(join(folder, `${SYNAPSE_AGENT_ID}.${SYNAPSE_SESSION_PURPOSE}`), `${JSON.stringify(entry)}\n`);
}

function step(name) {
  note({ step: name, pid: process.pid });
  const file = join(folder, 'kill');
  if (!existsSync(file)) return;
  const [wanted, victim] = readFileSync(file, 'utf8').trim().split(' ');
  if (wanted !== `${SYNAPSE_AGENT_ID.split('-').at(-1)}:${name}`) return;
  try {
    renameSync(file, `${file}ed`);
  } catch {
    return;
  }
  process.kill(
    victim === 'program' ? process.pid : daemonOf(victim === 'daemon' ? SYNAPSE_AGENT_ID : victim),
    'SIGKILL',
  );
  // The end of the others is reported without asking.
  if (victim === 'program' || victim === 'daemon') setInterval(() => {}, 1000);
}

function daemonOf(id) {
  return JSON.parse(readFileSync(join(SYNAPSE_HOME, 'live', `${id}.json`), 'utf8')).pid;
}

async function tool(name, args = {}) {
  for (;;) {
    const answer = await call(name, args);
    note({ tool: name, args, error: answer.error });
    if (answer.error === 'store_outcome_unknown') throw new Error(answer.error);
    if (!NOT_NOW.includes(answer.error)) return answer;
    await pause(AGAIN_MS);
  }
}

async function work() {
  const next = await tool('get_next_action');
  if (next.action === 'check_notifications') {
    await tool('get_notifications');
    return work();
  }
  const { action, open_delegations: delegations } = next;
  if (action !== 'work') return;
  step('begun');
  const { conversations: talks } = await tool('get_task_conversations');
  if (talks.length === 0 && delegations.length === 0) {
    if (partner === 'nobody' || onlyAnswers) return report();
    await tool('delegate_to_chat_session', { target_agent_id: partner, purpose: `${words.length}往復しりとり` });
    step('delegated');
  }
  if (talks.some(({ state }) => state !== 'pending' && state !== 'active')) await report();
}

async function report() {
  step('reporting');
  await tool('report_completed', { result: 'success', summary: 'played' });
  step('reported');
  process.exit(0);
}

async function talk() {
  const { delegations } = await tool('get_pending_delegations');
  for (const delegation of delegations ?? []) await begin(delegation);
  for (const id of conversations) await answer(id);
}

async function begin({ delegation_id, target_agent_id, conversations: [begun] }) {
  if (!begun) {
    step('starting');
    await tool('start_conversation', { target_agent_id, purpose: 'しりとり', initial_message: words[0] });
    step('started');
    return;
  }
  const { conversation_id, state } = begun;
  conversations.delete(conversation_id);
  if (state === 'pending') return;
  if (state === 'active') {
    const { messages } = await tool('get_conversation_history', { conversation_id });
    const own = messages.filter(({ sender_id }) => sender_id === SYNAPSE_AGENT_ID).length;
    if (messages.at(-1)?.sender_id === SYNAPSE_AGENT_ID) return;
    if (own < words.length) return tool('send_message', { target_agent_id, content: words[own] });
    step('ending');
    await tool('end_conversation', { conversation_id });
    step('ended');
  }
  await tool('report_delegation_completed', { delegation_id, result: 'played' });
  step('finished');
}

async function answer(conversation_id) {
  const { messages = [] } = await tool('get_conversation_history', { conversation_id });
  const own = messages.filter(({ sender_id }) => sender_id === SYNAPSE_AGENT_ID).length;
  if (messages.length === 0 || messages.at(-1).sender_id === SYNAPSE_AGENT_ID || own >= words.length) return;
  step(own === 0 ? 'answering' : 'going-on');
  await tool('send_message', { target_agent_id: partner, content: words[own], conversation_id });
  step('answered');
}

note({ step: 'here', pid: process.pid });
createInterface({ input: process.stdin })
  .on('line', (line) => {
    note({ line });
    for (const [id] of line.matchAll(/conv_[0-9a-f]{20}/g)) conversations.add(id);
    rest = rest.then(isTask ? work : talk).catch((error) => {
      note({ failed: String(error) });
      process.exit(3);
    });
  })
  .on('close', () => process.exit(0));
