/** Project agents in terminals: their sessions, and chat that is typed in and answered with reply. Nobody is killed here. */
import { expect } from 'vitest';
import { testInTeamInProcess } from '../../rig/team/team.js';

const test = testInTeamInProcess();
const inProject = (...more: string[]) => ({ options: ['--project', 'shop', ...more] });

test('a started agent is declared as an AI worker, and its program has a session', async ({ team, home }) => {
  const { agents } = await team.ask('/agents?project=shop');
  expect(agents.map(({ id }: { id: string }) => id)).not.toContain('desk');
  const desk = await home.agent('desk', inProject('--parent', 'tester'));
  const found = (await team.ask('/agents?project=shop')).agents.find(({ id }: { id: string }) => id === 'desk');
  expect(found).toMatchObject({ kind: 'ai', hierarchy: 'worker', parent_agent_id: 'tester', profile: 'shell' });
  expect(found.status).toBe('ready');
  const env = (await desk.inside(['sh', '-c', 'echo $SYNAPSE_PROJECT $SYNAPSE_SESSION_PURPOSE $SYNAPSE_SESSION_TOKEN']))
    .stdout;
  expect(env).toMatch(/^shop task sst_/);
  const { code, stdout } = await desk.synapse('tool', 'get_next_action');
  expect([code, JSON.parse(stdout).action]).toEqual([0, 'exit']);
});

test('an unknown parent is a failed start', async ({ team, home }) => {
  const { code, stderr } = await home.run([
    ...['start', 'shell', '--id', 'orphan', '--project', 'shop', '--parent', 'nobody', '--', 'cat'],
  ]);
  expect([code, stderr]).toEqual([3, expect.stringContaining('There is no agent nobody')]);
  expect((await team.ask('/agents?project=shop')).agents.map(({ id }: { id: string }) => id)).not.toContain('orphan');
});

test.for([
  ['--purpose', 'chat'],
  ['--parent', 'tester'],
])('%s without a project is a usage error', async (words, { home }) => {
  const { code, stderr } = await home.run(['start', 'shell', ...words, '--', 'cat']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${words[0]} needs --project.`)]);
});

test('a project that was not created is only a label', async ({ home }) => {
  const plain = await home.agent('plain', { options: ['--project', 'nowhere'] });
  expect((await plain.inside(['sh', '-c', 'echo "[$SYNAPSE_SESSION_TOKEN]"'])).stdout).toBe('[]\n');
});

test("a live terminal's session is not replaced, and ends with its program", async ({ team, home }) => {
  const live = await home.agent('live', inProject());
  const passkey = await team.passkey('live');
  expect(await team.authenticate('live', passkey, { purpose: 'task' })).toMatchObject({
    status: 409,
    body: { error: 'session_already_active', purpose: 'task' },
  });
  const token = (await live.inside(['sh', '-c', 'printf %s "$SYNAPSE_SESSION_TOKEN"'])).stdout;
  await home.stop('live');
  expect((await team.call('logout', token)).body.error).toBe('session_token_invalid');
  expect((await team.authenticate('live', passkey, { purpose: 'task' })).status).toBe(200);
});

test('a terminal that starts replaces the session of a passkey', async ({ team, home }) => {
  const id = await team.agent();
  const before = await team.session(id, 'chat');
  const seat = await home.agent(id, inProject('--purpose', 'chat'));
  expect(await team.call('logout', before)).toMatchObject({ status: 401, body: { error: 'session_token_invalid' } });
  expect((await seat.synapse('tool', 'get_next_action')).code).toBe(0);
});

test('request, messages and end are typed into a chat terminal, and reply answers there', async ({ team, home }) => {
  const a = await team.member();
  const seat = await home.agent('seat', inProject('--purpose', 'chat'));
  const { conversation_id } = await a.do('start_conversation', {
    target_agent_id: 'seat',
    purpose: 'しりとり',
    initial_message: 'りんご',
  });
  expect(await seat.line(/wants to talk/)).toContain(`(しりとり)`);
  const typed = await seat.line(/りんご/);
  const [, id = ''] = /^\[A2A:([0-9a-f]{8}):.*\] りんご$/.exec(typed) ?? [];
  const { code, stderr } = await seat.synapse('reply', '--to', id, 'ごりら');
  expect([code, stderr]).toEqual([0, expect.stringContaining(`Replied to ${a.id}`)]);
  expect((await a.do('get_pending_messages')).pending_messages).toMatchObject([
    { senderId: 'seat', content: 'ごりら', conversationId: conversation_id },
  ]);
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'active', turns: 2 });
  // What was typed is no longer pending, and its receipt says so.
  const inTerminal = JSON.parse((await seat.synapse('tool', 'get_pending_messages')).stdout);
  expect(inTerminal).toMatchObject({ pending_messages: [], remaining: 0 });
  expect(JSON.parse((await seat.synapse('show', id, '--json')).stdout).task.receipt.state).toBe('submitted');
  await a.do('end_conversation');
  expect(await seat.line(/has ended/)).toContain('initiator_ended');
  await expect.poll(async () => (await team.conversation(conversation_id)).state).toBe('ended');
});

test('a chat terminal is told once that a person has ended the chat', async ({ team, home }) => {
  const guest = await home.agent('guest', inProject('--purpose', 'chat'));
  const path = '/projects/shop/agents/guest/chat';
  expect(await team.ask(`${path}/end`, {})).toMatchObject({ status: 'ending' });
  await guest.line(/was ended by a person/);
  await team.ask(`${path}/messages`, { content: 'one more thing' });
  await guest.line(/one more thing/);
  expect(guest.lines().filter((line) => /ended by a person/.test(line))).toHaveLength(1);
  expect(JSON.parse((await guest.synapse('tool', 'get_next_action')).stdout).action).toBe('exit');
});

test('a reply without a name goes to whoever wrote last', async ({ team, home }) => {
  const solo = await home.agent('solo', inProject('--purpose', 'chat'));
  await team.ask('/projects/shop/agents/solo/chat/messages', { content: 'are you there?' });
  await solo.line(/are you there/);
  expect((await solo.synapse('reply', 'yes')).code).toBe(0);
  expect((await team.ask('/chat/unread')).messages).toMatchObject([{ text: 'yes' }]);
});

test('while nothing can be typed, messages stay pending: the program may read them, and gets the others later', async ({
  team,
  home,
}) => {
  const say = (content: string) => team.ask('/projects/shop/agents/rest/chat/messages', { content });
  const rest = await home.agent('rest', inProject('--purpose', 'chat'));
  await home.pause('rest');
  await say('one');
  const { pending_messages } = JSON.parse((await rest.synapse('tool', 'get_pending_messages')).stdout);
  expect(pending_messages).toMatchObject([{ content: 'one' }]);
  for (const word of ['two', 'three']) await say(word);
  await home.resume('rest');
  await rest.line(/three/);
  expect(rest.lines()).toEqual([expect.stringMatching(/\] two$/), expect.stringMatching(/\] three$/)]);
});

test('what a chat terminal could not type before it ended is there for the next session', async ({ team, home }) => {
  await home.agent('brief', inProject('--purpose', 'chat'));
  await home.pause('brief');
  await team.ask('/projects/shop/agents/brief/chat/messages', { content: 'hello?' });
  await home.stop('brief');
  const { pending_messages } = (await team.call('get_pending_messages', await team.session('brief'))).body;
  expect(pending_messages).toMatchObject([{ content: 'hello?' }]);
});

test('a busy program can read messages with a tool, and the rest are typed when it is done', async ({ team, home }) => {
  home.boxProfile('boxy');
  const desk = await home.agent('boxed', { profile: 'boxy', ...inProject('--purpose', 'chat') });
  await desk.box({ worksOnPrompts: true });
  const say = (content: string) => team.ask('/projects/shop/agents/boxed/chat/messages', { content });
  await say('number 0');
  await desk.line(/number 0/);
  await expect.poll(() => home.entry('boxed').status).toBe('busy');
  for (const number of [1, 2, 3]) await say(`number ${number}`);
  const read = JSON.parse((await desk.synapse('tool', 'get_pending_messages', '--limit', '1')).stdout);
  expect(read).toMatchObject({ pending_messages: [{ content: 'number 1' }], remaining: 2 });
  for (const number of [2, 3]) {
    await desk.box({ busy: false });
    await desk.line(new RegExp(`number ${number}`));
  }
  expect(desk.lines()).toHaveLength(3);
});
