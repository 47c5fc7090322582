/** Every error of a tool, row by row, and the order of the checks. */
import { expect, onTestFinished } from 'vitest';
import { type Member, ToolTeam, testWithTools } from '../../rig/team/tools.js';

const test = testWithTools().extend<{ ann: Member; bob: Member }>({
  ann: [async ({ team }, use) => use(await team.member()), { scope: 'file' }],
  bob: [async ({ team }, use) => use(await team.member()), { scope: 'file' }],
});

const HOUR_MS = 3_600_000;
const LONG = 'り'.repeat(4_001);

/** Somebody who exists, but works in another project. */
async function outsider(team: ToolTeam): Promise<string> {
  await team.project('elsewhere').catch(() => {});
  return team.agent('outsider', { project: 'elsewhere' });
}

test('send_message: content_too_long', async ({ ann, bob }) => {
  expect(await ann.say(bob, LONG)).toMatchObject({
    status: 400,
    body: { success: false, error: 'content_too_long', max_length: 4_000 },
  });
});

test('send_message: cannot_message_self', async ({ ann }) => {
  expect(await ann.say(ann, 'hello')).toMatchObject({ status: 400, body: { error: 'cannot_message_self' } });
});

test('send_message: agent_not_found', async ({ ann }) => {
  const answer = await ann.call('send_message', { target_agent_id: 'nobody', content: 'hello' });
  expect(answer).toMatchObject({ status: 404, body: { error: 'agent_not_found', target_agent_id: 'nobody' } });
});

test('send_message: target_agent_not_in_project', async ({ team, ann }) => {
  const target = await outsider(team);
  expect(await ann.call('send_message', { target_agent_id: target, content: 'hello' })).toMatchObject({
    status: 403,
    body: { error: 'target_agent_not_in_project', target_agent_id: target, project_id: 'shop' },
  });
});

test('send_message: working_directory_not_set', async ({ team }) => {
  await team.project('nowhere', null);
  const id = await team.agent('lost', { project: 'nowhere' });
  const token = await team.session(id, 'chat', 'nowhere');
  expect(await team.call('send_message', token, { target_agent_id: 'tester', content: 'hello' })).toMatchObject({
    status: 500,
    body: { error: 'working_directory_not_set', project_id: 'nowhere' },
  });
});

test('send_message: conversation_required_for_ai_to_ai names both and says what to call', async ({ ann, bob }) => {
  const answer = await ann.say(bob, 'hello');
  expect(answer).toMatchObject({
    status: 400,
    body: { error: 'conversation_required_for_ai_to_ai', from_agent_id: ann.id, to_agent_id: bob.id },
  });
  expect(answer.body.message).toContain('start_conversation');
});

test('send_message: conversation_not_found', async ({ ann, bob }) => {
  expect(await ann.say(bob, 'hello', { conversation_id: 'conv_none' })).toMatchObject({
    status: 404,
    body: { error: 'conversation_not_found', conversation_id: 'conv_none' },
  });
});

test('send_message: not_conversation_participant, for the sender as for the target', async ({ team, ann, bob }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  expect(await ann.say(bob, 'hello', { conversation_id })).toMatchObject({
    status: 403,
    body: { error: 'not_conversation_participant', agent_id: ann.id },
  });
  expect(await a.say(bob, 'hello', { conversation_id })).toMatchObject({
    status: 403,
    body: { error: 'not_conversation_participant', agent_id: bob.id },
  });
});

test('send_message: conversation_not_active once it is ending', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  await a.do('end_conversation');
  expect(await a.say(b, 'hello', { conversation_id })).toMatchObject({
    status: 409,
    body: { error: 'conversation_not_active', state: 'terminating' },
  });
});

test('send_message: everything that is missing is named at once', async ({ ann }) => {
  expect(await ann.call('send_message', { content: '  ' })).toMatchObject({
    status: 400,
    body: { error: 'missing_arguments', missing: ['target_agent_id', 'content'] },
  });
});

test('send_message: everything that is wrong is named at once', async ({ ann }) => {
  const answer = await ann.call('send_message', { target_agent_id: 7, content: ['x'], auto_start_conversation: 'yes' });
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_argument' } });
  expect(answer.body.invalid).toHaveLength(3);
});

test('send_message: the checks come in their order', async ({ team, ann }) => {
  const target = await outsider(team);
  const send = async (args: Record<string, unknown>) => (await ann.call('send_message', args)).body.error;
  expect(await send({ target_agent_id: ann.id, content: LONG })).toBe('content_too_long');
  expect(await send({ target_agent_id: 'nobody', content: LONG })).toBe('content_too_long');
  expect(await send({ target_agent_id: target, content: 'x', conversation_id: 'conv_none' })).toBe(
    'target_agent_not_in_project',
  );
});

test('start_conversation: cannot_conversation_with_self', async ({ ann }) => {
  expect(await ann.call('start_conversation', { target_agent_id: ann.id })).toMatchObject({
    status: 400,
    body: { error: 'cannot_conversation_with_self' },
  });
});

test('start_conversation: cannot_start_conversation_with_human', async ({ ann }) => {
  expect(await ann.call('start_conversation', { target_agent_id: 'tester' })).toMatchObject({
    status: 400,
    body: { error: 'cannot_start_conversation_with_human' },
  });
});

test('start_conversation: agent_not_found, also by the other name of the argument', async ({ ann }) => {
  expect(await ann.call('start_conversation', { participant_agent_id: 'nobody' })).toMatchObject({
    status: 404,
    body: { error: 'agent_not_found' },
  });
});

test('start_conversation: target_agent_not_in_project', async ({ team, ann }) => {
  expect(await ann.call('start_conversation', { target_agent_id: await outsider(team) })).toMatchObject({
    status: 403,
    body: { error: 'target_agent_not_in_project' },
  });
});

test('start_conversation: content_too_long, and then nothing is started', async ({ team }) => {
  const { a, b } = await team.pair();
  const answer = await a.call('start_conversation', { target_agent_id: b.id, initial_message: LONG });
  expect(answer).toMatchObject({ status: 400, body: { error: 'content_too_long' } });
  expect(await a.call('start_conversation', { target_agent_id: b.id })).toMatchObject({ status: 200 });
});

test('start_conversation: conversation_already_active, pending or active, in either direction', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  const refused = { status: 409, body: { error: 'conversation_already_active', conversation_id } };
  expect(await a.call('start_conversation', { target_agent_id: b.id })).toMatchObject(refused);
  expect(await b.call('start_conversation', { target_agent_id: a.id })).toMatchObject(refused);
  await b.do('get_next_action');
  expect(await b.call('start_conversation', { target_agent_id: a.id })).toMatchObject(refused);
});

test.for([1, 41, 2.5, 'many'])('start_conversation: max_turns of %s is an invalid_argument', async (turns, { ann }) => {
  expect(await ann.call('start_conversation', { target_agent_id: 'x', max_turns: turns })).toMatchObject({
    status: 400,
    body: { error: 'invalid_argument' },
  });
});

test('end_conversation: conversation_not_found', async ({ ann }) => {
  expect(await ann.call('end_conversation', { conversation_id: 'conv_none' })).toMatchObject({
    status: 404,
    body: { error: 'conversation_not_found' },
  });
});

test('end_conversation: no_active_conversation', async ({ ann }) => {
  expect(await ann.call('end_conversation')).toMatchObject({ status: 400, body: { error: 'no_active_conversation' } });
});

test('end_conversation: not_conversation_participant', async ({ team, ann }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  expect(await ann.call('end_conversation', { conversation_id })).toMatchObject({
    status: 403,
    body: { error: 'not_conversation_participant', conversation_id },
  });
});

test('end_conversation: conversation_not_active, for the participant before it begins and for both after it ends', async ({
  team,
}) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  const end = () => a.call('end_conversation', { conversation_id });
  expect(await b.call('end_conversation', { conversation_id })).toMatchObject({
    status: 409,
    body: { error: 'conversation_not_active', state: 'pending' },
  });
  await b.do('get_next_action');
  expect(await end()).toMatchObject({ status: 200 });
  expect(await end()).toMatchObject({ status: 409, body: { error: 'conversation_not_active', state: 'terminating' } });
});

test('get_conversation_history: conversation_not_found and not_conversation_participant', async ({ team, ann }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  const read = (id: string) => ann.call('get_conversation_history', { conversation_id: id });
  expect(await read('conv_none')).toMatchObject({ status: 404, body: { error: 'conversation_not_found' } });
  expect(await read(conversation_id)).toMatchObject({ status: 403, body: { error: 'not_conversation_participant' } });
});

test('authenticate: who proves the passkey is told that the project is unknown or not theirs', async ({ team }) => {
  const id = await outsider(team);
  const passkey = await team.passkey(id);
  expect(await team.authenticate(id, passkey, { project_id: 'none' })).toMatchObject({
    status: 404,
    body: { error: 'project_not_found', project_id: 'none' },
  });
  expect(await team.authenticate(id, passkey)).toMatchObject({
    status: 403,
    body: { error: 'agent_not_assigned_to_project', agent_id: id },
  });
});

test('authenticate: a stranger gets one answer, whichever projects and agents there are', async ({ team, ann }) => {
  const tries = [
    team.authenticate(ann.id, 'x'),
    team.authenticate(await team.agent(), 'x'),
    team.authenticate(await outsider(team), 'x'),
    team.authenticate('nobody', 'x'),
    team.authenticate(ann.id, 'x', { project_id: 'none' }),
    team.authenticate('nobody', 'x', { project_id: 'none' }),
    team.authenticate('\0', 'x'.repeat(100_000), { project_id: '__proto__' }),
  ];
  const [first, ...others] = await Promise.all(tries);
  expect(first).toMatchObject({ status: 401, body: { error: 'invalid_credentials' } });
  for (const other of others) expect(other).toEqual(first);
});

test('authenticate: with the key of an agent of this home, project and team are checked first', async ({ team }) => {
  const ask = (body: Record<string, string>) =>
    team.daemon.call('/tools/authenticate', { body: { passkey: 'x', ...body } });
  expect(await ask({ agent_id: 'x', project_id: 'none' })).toMatchObject({ body: { error: 'project_not_found' } });
  expect(await ask({ agent_id: 'nobody', project_id: 'shop' })).toMatchObject({
    body: { error: 'agent_not_assigned_to_project', agent_id: 'nobody' },
  });
});

test('authenticate: everything that is missing is named at once', async ({ team }) => {
  expect(await team.call('authenticate', null, {})).toMatchObject({
    status: 400,
    body: { error: 'missing_arguments', missing: ['agent_id', 'passkey', 'project_id'] },
  });
});

test('authenticate: no_valid_purpose when nothing waits', async ({ team }) => {
  const id = await team.agent();
  expect(await team.authenticate(id, await team.passkey(id))).toMatchObject({
    status: 409,
    body: { error: 'no_valid_purpose' },
  });
});

test.for(['task', 'chat'] as const)(
  'authenticate: session_already_active beside a live %s terminal',
  async (purpose, { team }) => {
    const id = await team.agent(`live-${purpose}`);
    const terminal = await team.terminal(id, purpose);
    const authenticate = async (wanted: string) => team.authenticate(id, await team.passkey(id), { purpose: wanted });
    expect(await authenticate(purpose)).toMatchObject({
      status: 409,
      body: { error: 'session_already_active', agent_id: id, project_id: 'shop', purpose },
    });
    const other = purpose === 'task' ? 'chat' : 'task';
    expect((await authenticate(other)).status).toBe(200);
    // A session of a passkey can be replaced any number of times.
    expect((await authenticate(other)).status).toBe(200);
    // One whose terminal has ended is over.
    team.alive.delete(terminal.holder);
    expect((await terminal.call('get_next_action')).body.error).toBe('session_token_invalid');
    expect((await authenticate(purpose)).status).toBe(200);
  },
);

test('a token is required', async ({ team }) => {
  expect(await team.call('logout', null)).toMatchObject({ status: 401, body: { error: 'session_token_required' } });
});

test('an unknown, a logged-out and a replaced token are invalid', async ({ team }) => {
  const refused = { status: 401, body: { error: 'session_token_invalid' } };
  expect(await team.call('logout', 'sst_none')).toMatchObject(refused);
  const member = await team.member();
  await member.do('logout');
  expect(await member.call('logout')).toMatchObject(refused);
  const [first] = [await team.session(member.id), await team.session(member.id)];
  expect(await team.call('logout', first)).toMatchObject(refused);
});

test('a session that ran out: session_expired, for the tool as for the list of tools', async () => {
  const team = await ToolTeam.create();
  onTestFinished(() => team.close());
  const member = await team.member();
  await team.pass(HOUR_MS);
  const refused = { status: 401, body: { success: false, error: 'session_expired' } };
  expect(await member.call('get_next_action')).toMatchObject(refused);
  expect(await team.daemon.call('/tools', { key: member.token })).toMatchObject(refused);
  // Swept by now, and still said for what it was.
  await team.team.tidy();
  expect(await member.call('logout')).toMatchObject(refused);
});

test('the token comes before the tool, the tool before its arguments', async ({ team, ann }) => {
  expect((await team.call('logout', null, ['no', 'object'])).body.error).toBe('session_token_required');
  expect((await team.call('no_such_tool', ann.token, '"text"')).body.error).toBe('tool_not_registered');
  expect((await team.call('get_pending_messages', ann.token, '[1]')).body.error).toBe('invalid_argument');
  expect((await team.call('no_such_tool', null)).body.error).toBe('session_token_required');
  expect(await ann.call('no_such_tool')).toMatchObject({ status: 404, body: { error: 'tool_not_registered' } });
});

test('the token may stand in the body', async ({ team, ann }) => {
  const answer = await team.daemon.call('/tools/get_next_action', { body: { session_token: ann.token }, key: null });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
});

test('errors are in Japanese for callers that ask for it', async ({ team, ann }) => {
  const answer = await team.call('end_conversation', ann.token, {}, { 'accept-language': 'ja' });
  expect(answer.body).toMatchObject({ error: 'no_active_conversation', message: 'アクティブな会話がありません。' });
});
