// Plays shiritori: every word must begin with the last sound of the previous one. The same program runs both sessions of an
// agent. The task session takes the work task, delegates the game to its own chat session and waits for its end. The chat
// session plays. Both check the current state before every step, so they can be killed at any moment.
import { look, nextAction, project, purpose, run, show, tool } from '../lib/agent.mjs';
import { nextWord } from './words.mjs';

const me = (await tool('get_my_tasks')).agent_id;
show(`${me}, ${purpose} session of ${project}`);

await run({ step: purpose === 'chat' ? play : work });

/** The task session: "Play 6 rounds of shiritori with worker-b". */
async function work() {
  const { action, task_id, title = '' } = await nextAction();
  if (action !== 'work') return;
  const partner = partnerIn(title);
  if (!partner) return report('blocked', `With whom? The title names nobody: ${title}`);
  const { conversations = [] } = await tool('get_task_conversations');
  const game = conversations.find(({ target_agent_id }) => target_agent_id === partner);
  if (game?.status === 'ended') {
    const said = game.messages.map(({ content }) => content).join(' → ');
    return report('success', `${game.message_count} messages with ${partner}: ${said}`);
  }
  if (game) return void show(`the game has ${game.message_count} messages`);
  const { delegations = [] } = await look('delegation', 'list', '--project', project);
  const mine = delegations.filter((delegation) => delegation.task_id === task_id);
  const failed = mine.find(({ status }) => status === 'failed');
  if (failed) return report('blocked', failed.result ?? 'The chat session could not play.');
  if (mine.length > 0) return;
  show(`handing the game with ${partner} to my chat session`);
  await tool('delegate_to_chat_session', { target_agent_id: partner, purpose: title });
}

/** After the report, Synapse closes a terminal that it started for this work; any other terminal waits for more work. */
async function report(result, summary) {
  show(`${result}: ${summary}`);
  await tool('report_completed', { result, summary });
}

/** The chat session: starts the games that its task session delegates, and answers in every conversation when it is its turn. */
async function play() {
  const { conversations = [] } = await look('conversation', 'list', '--project', project);
  const mine = conversations.filter(({ initiator_id, participant_id }) => [initiator_id, participant_id].includes(me));
  const open = mine.filter(({ state }) => state === 'pending' || state === 'active');
  const { delegations = [] } = await tool('get_pending_delegations');
  for (const delegation of delegations) await serve(delegation, mine, open);
  for (const conversation of open) await answer(conversation);
}

async function serve({ delegation_id, task_id, target_agent_id, purpose: wish }, mine, open) {
  if (open.some(({ participant_id }) => participant_id === target_agent_id)) return;
  const over = mine.find((game) => game.task_id === task_id && game.participant_id === target_agent_id);
  if (over) {
    const status = over.state === 'expired' ? 'failed' : 'completed';
    await tool('report_delegation_completed', { delegation_id, status, result: `${over.turns} messages` });
    return;
  }
  show(`asking ${target_agent_id} for a game`);
  const initial_message = nextWord([]);
  const answer = await tool('start_conversation', { target_agent_id, purpose: wish, initial_message });
  if (answer.success || answer.error === 'conversation_already_active') return;
  await tool('report_delegation_completed', { delegation_id, status: 'failed', result: answer.message });
}

/** It is my turn if the last word is not mine. The agent that started the game ends it after the last round. */
async function answer({ id, initiator_id, participant_id, purpose: wish }) {
  const { messages = [] } = await tool('get_conversation_history', { conversation_id: id });
  const last = messages.at(-1);
  if (!last || last.sender_id === me) return;
  const words = messages.map(({ content }) => content);
  const word = words.length >= 2 * roundsOf(wish) && initiator_id === me ? null : nextWord(words);
  if (word === null) {
    show(`${last.content}. That was the last round.`);
    await tool('end_conversation', { conversation_id: id });
    return;
  }
  show(`${last.content} → ${word}`);
  const partner = initiator_id === me ? participant_id : initiator_id;
  await tool('send_message', { target_agent_id: partner, content: word, conversation_id: id });
}

/** "… with worker-b", "worker-b と…", or whoever else is named. */
function partnerIn(title) {
  const [, named] = /with ([\w.-]+)/.exec(title) ?? /([\w.-]+) *(?:さん)? *と/.exec(title) ?? [];
  if (named && named !== me) return named;
  return (title.match(/[A-Za-z][\w.]*-[\w.-]+/g) ?? []).find((word) => word !== me);
}

function roundsOf(wish) {
  const text = wish ?? '';
  // The number in worker-1 is none.
  const [, count] = /(\d+) *(?:rounds?|往復|回|ラウンド)/.exec(text) ?? /(?<![\w.-])(\d+)/.exec(text) ?? [];
  return Number(count ?? 5);
}
