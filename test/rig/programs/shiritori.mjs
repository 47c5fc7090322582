// Plays shiritori by calling tools: `node shiritori.mjs <partner> <word>…`. With SHIRITORI_BEGINS it opens the
// conversation, says its words in turn and ends it; otherwise it answers each message with its next word. Both continue until
// they are told of the end. Prints every answer it gets, one per line. With SHIRITORI_TYPED it polls nothing: it reads what is
// typed into its terminal, and answers that with `synapse reply`.
import { createInterface } from 'node:readline';
import { synapse, toolCaller } from './tools.mjs';

const [partner, ...words] = process.argv.slice(2);
const call = toolCaller({ commands: true });

async function tool(name, args = {}) {
  const answer = await call(name, args);
  console.log(JSON.stringify({ tool: name, ...answer }));
  return answer;
}

const LAST = '5ターン完了。終了します';
const next = () => tool('get_next_action', { timeout_seconds: 20 });

async function begin() {
  await tool('start_conversation', { target_agent_id: partner, purpose: 'しりとり' });
  for (const word of words) {
    await tool('send_message', { target_agent_id: partner, content: word });
    while ((await next()).action !== 'get_pending_messages');
    await tool('get_pending_messages');
  }
  await tool('send_message', { target_agent_id: partner, content: LAST });
  await tool('end_conversation');
}

async function answer() {
  for (;;) {
    const { action } = await next();
    if (action === 'conversation_ended') return;
    if (action !== 'get_pending_messages') continue;
    const { pending_messages } = await tool('get_pending_messages');
    for (const _message of pending_messages) {
      const word = words.shift();
      if (word) await tool('respond_chat', { content: word });
    }
  }
}

async function playTyped() {
  const begins = process.env.SHIRITORI_BEGINS !== undefined;
  if (begins) {
    await tool('start_conversation', { target_agent_id: partner, purpose: 'しりとり', initial_message: words.shift() });
  }
  for await (const line of createInterface({ input: process.stdin })) {
    if (/has ended/.test(line)) return;
    const [, id] = /^\[A2A:(\w+):\S+\] (?!Conversation)/.exec(line) ?? [];
    if (!id) continue;
    const word = words.shift();
    if (word) await synapse('reply', '--to', id, word);
    else if (begins) {
      await tool('send_message', { target_agent_id: partner, content: LAST });
      await tool('end_conversation');
      return;
    }
  }
}

if (process.env.SHIRITORI_TYPED) await playTyped();
else {
  await (process.env.SHIRITORI_BEGINS ? begin() : answer());
  await tool('get_next_action');
  await tool('logout');
}
