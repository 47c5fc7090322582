// An agent of a team as a script: `node team-player.mjs <role> <partner> <word>…`.
// task     delegates a conversation to its chat session, waits until the end is typed into its terminal, and reports
// chat     takes the delegation, says its words in turn, ends the conversation, and reports the delegation
// partner  answers what is typed into its terminal with its next word, until it is told of the end
import { createInterface } from 'node:readline';
import { synapse, toolCaller } from './tools.mjs';

const [role, partner, ...words] = process.argv.slice(2);
const call = toolCaller({ commands: true });

async function tool(name, args = {}) {
  const answer = await call(name, args);
  console.log(`${name}: ${answer.error ?? answer.action ?? answer.status ?? 'ok'}`);
  return answer;
}

async function typed(fits) {
  for await (const line of createInterface({ input: process.stdin })) if (fits.test(line)) return line;
}

const ROLES = {
  async task() {
    const { task_id } = await tool('get_next_action');
    await tool('delegate_to_chat_session', { target_agent_id: partner, purpose: '6往復しりとり' });
    await typed(/has ended/);
    for (;;) {
      const { conversations } = await tool('get_task_conversations', { task_id });
      if (conversations[0]?.status !== 'ended') continue;
      const said = conversations[0].messages.map(({ content }) => content).join(' ');
      await tool('report_completed', { result: 'success', summary: said });
      return;
    }
  },
  async chat() {
    let delegation;
    for (;;) {
      const next = await tool('get_next_action', { timeout_seconds: 20 });
      if (next.action === 'process_delegation') {
        delegation = next;
        await tool('start_conversation', { target_agent_id: partner, initial_message: words.shift() });
      }
      if (next.action !== 'get_pending_messages') continue;
      await tool('get_pending_messages');
      const word = words.shift();
      if (word) await tool('send_message', { target_agent_id: partner, content: word });
      else break;
    }
    await tool('end_conversation');
    await tool('report_delegation_completed', { delegation_id: delegation.delegation_id, result: 'played' });
    await tool('logout');
  },
  async partner() {
    for await (const line of createInterface({ input: process.stdin })) {
      if (/has ended/.test(line)) return;
      const [, id] = /^\[A2A:(\w+):.*\] \S+$/.exec(line) ?? [];
      if (id) await synapse('reply', '--to', id, words.shift());
    }
  },
};

await ROLES[role]();
