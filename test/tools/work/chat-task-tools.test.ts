/** Who may have work started and changed from a chat: every requester, tool and relation to the task. */
import { expect } from 'vitest';
import { Member, type ToolTeam, testWithTools } from '../../rig/team/tools.js';
import { inTask, makeWork } from '../../rig/team/work.js';

interface Cast {
  readonly me: Member;
  readonly task: Member;
}

const test = testWithTools().extend<{ cast: Cast }>({
  cast: [async ({ team }, use) => use(await makeCast(team)), { scope: 'file' }],
});

async function makeCast(team: ToolTeam): Promise<Cast> {
  await team.agent('owner', { kind: 'human' });
  await team.agent('manager', { parent: 'owner', manager: true });
  for (const id of ['me', 'peer']) await team.agent(id, { parent: 'manager' });
  await team.agent('below', { parent: 'me' });
  await team.agent('other-lead', { parent: 'owner', manager: true });
  await team.agent('other-branch', { parent: 'other-lead' });
  await team.project('elsewhere');
  await team.agent('outsider', { project: 'elsewhere' });
  const me = new Member(team, 'me', await team.session('me'));
  return { me, task: await inTask(me) };
}

const OK = '200 ok';
const NO = '403 unauthorized';
const TOOLS = ['start_task_from_chat', 'update_task_from_chat'] as const;
const RELATIONS = ['assignee', 'creator', 'neither'] as const;
type Relation = (typeof RELATIONS)[number];

const allowed = { start_task_from_chat: [OK, NO, NO], update_task_from_chat: [OK, OK, NO] };
const always = (answer: string) => ({
  start_task_from_chat: [answer, answer, answer],
  update_task_from_chat: [answer, answer, answer],
});

const EXPECTED: Readonly<Record<string, Readonly<Record<(typeof TOOLS)[number], readonly string[]>>>> = {
  owner: allowed,
  manager: allowed,
  peer: always(NO),
  below: always(NO),
  'other-lead': always(NO),
  'other-branch': always(NO),
  me: always(NO),
  nobody: always('404 agent_not_found'),
  outsider: always('403 agent_not_assigned_to_project'),
};

async function taskOf({ task }: Cast, relation: Relation): Promise<string> {
  const { team } = task;
  if (relation === 'assignee') return makeWork(team, { assignee: 'me' });
  if (relation === 'neither') return makeWork(team, { assignee: 'peer' });
  const { local_id_to_real_id: ids } = await task.do('create_tasks_batch', {
    tasks: [{ local_id: 'a', title: 'mine' }],
  });
  return ids.a;
}

const CELLS = Object.keys(EXPECTED).flatMap((requester) =>
  TOOLS.flatMap((tool) => RELATIONS.map((relation, place) => ({ requester, tool, relation, place }))),
);

test.for(CELLS)('$tool for $requester as $relation', async ({ requester, tool, relation, place }, { cast }) => {
  const task_id = await taskOf(cast, relation);
  const change = tool === 'update_task_from_chat' ? { description: 'new' } : {};
  const { status, body } = await cast.me.call(tool, { task_id, requester_id: requester, ...change });
  expect(`${status} ${body.error ?? 'ok'}`).toBe(EXPECTED[requester]?.[tool][place]);
  const { task } = await cast.me.do('get_task', { task_id });
  const isDone = status === 200;
  const started = isDone && tool === 'start_task_from_chat';
  expect(task.status).toBe(started ? 'in_progress' : 'todo');
  expect(task.description).toBe(isDone && !started ? 'new' : '');
  expect(task.chat_modifications).toHaveLength(isDone ? 1 : 0);
});

test('a missing task, or one of another project, is checked first', async ({ cast, team }) => {
  await team.agent('tester', { project: 'elsewhere' });
  const { task } = await team.ask('/work', { project: 'elsewhere', title: 'theirs' });
  for (const task_id of ['tsk_none', task.task_id]) {
    const answer = await cast.me.call('start_task_from_chat', { task_id, requester_id: 'nobody' });
    expect(answer).toMatchObject({ status: 404, body: { error: 'task_not_found', task_id } });
  }
});

test('the refusal says who is not above whom, in the language of the caller', async ({ cast, team }) => {
  const task_id = await makeWork(team, { assignee: 'me' });
  const args = { task_id, requester_id: 'peer' };
  expect((await cast.me.do('start_task_from_chat', args)).message).toContain('peer is not');
  const answer = await team.call('start_task_from_chat', cast.me.token, args, { 'accept-language': 'ja' });
  expect(answer.body.message).toContain('依頼者: peer は上位者ではありません');
});

test('a requester who never wrote in chat is marked as unverified, in the answer and in the trail', async ({
  cast,
  team,
}) => {
  const task_id = await makeWork(team, { assignee: 'me' });
  const args = { task_id, requester_id: 'owner' };
  expect(await cast.me.do('start_task_from_chat', args)).toMatchObject({ success: true, requester_unverified: true });
  const { trail } = await team.ask(`/work/${task_id}`);
  expect(trail.at(-1)).toMatchObject({ executor_id: 'me', requester_id: 'owner', requester_unverified: true });
});

test('a requester who did write is verified, and the conversation is recorded', async ({ cast, team }) => {
  const manager = new Member(team, 'manager', await team.session('manager'));
  const conversation_id = await manager.talk(cast.me, { initial_message: 'please start' });
  const task_id = await makeWork(team, { assignee: 'me' });
  const answer = await cast.me.do('start_task_from_chat', { task_id, requester_id: 'manager' });
  expect(answer).toEqual({
    success: true,
    task_id,
    previous_status: 'todo',
    new_status: 'in_progress',
    requester_id: 'manager',
    instruction: expect.any(String),
  });
  const { task } = await cast.me.do('get_task', { task_id });
  expect(task).toMatchObject({
    started_from_conversation_id: conversation_id,
    status_changed_by: 'me',
    chat_modifications: [{ conversation_id, requester_id: 'manager', executor_id: 'me', modified_fields: ['status'] }],
  });
});

test.for([
  ['nothing to change', {}, '400 missing_arguments'],
  ['an unknown status', { status: 'finished' }, '400 invalid_status'],
  ['an unknown priority', { priority: 'now' }, '400 invalid_argument'],
  ['a reason to be blocked, though it is not', { blocked_reason: 'x' }, '400 invalid_argument'],
  ['a reason to be blocked, though it starts', { status: 'in_progress', blocked_reason: 'x' }, '400 invalid_argument'],
  ['an empty title', { title: ' ' }, '400 invalid_argument'],
  ['the status it has', { status: 'todo' }, '409 invalid_status_transition'],
  ['a status that does not follow', { status: 'done', title: 'new' }, '409 invalid_status_transition'],
  ['a priority', { priority: 'urgent' }, '200 ok'],
  ['everything at once', { title: 'new', description: 'more', status: 'in_progress', priority: 'low' }, '200 ok'],
] as const)('update_task_from_chat with %s', async ([_what, change, expected], { cast, team }) => {
  const task_id = await makeWork(team, { assignee: 'me' });
  const { status, body } = await cast.me.call('update_task_from_chat', { task_id, requester_id: 'manager', ...change });
  expect(`${status} ${body.error ?? 'ok'}`).toBe(expected);
  if (status === 200) expect([...body.updated_fields].sort()).toEqual(Object.keys(change).sort());
  else expect((await cast.me.do('get_task', { task_id })).task).toMatchObject({ status: 'todo', title: 'something' });
});

test('blocking from chat stores the reason; continuing clears it', async ({ cast, team }) => {
  const task_id = await makeWork(team, { assignee: 'me', status: 'in_progress' });
  const args = { task_id, requester_id: 'manager' };
  await cast.me.do('update_task_from_chat', { ...args, status: 'blocked', blocked_reason: 'no access' });
  expect((await cast.me.do('get_task', { task_id })).task).toMatchObject({ blocked_reason: 'no access' });
  expect(await cast.me.do('start_task_from_chat', args)).toMatchObject({ previous_status: 'blocked' });
  expect((await cast.me.do('get_task', { task_id })).task).toMatchObject({ blocked_reason: null });
});

test('start_task_from_chat: the life cycle comes last', async ({ cast, team }) => {
  const start = async (task_id: string) => {
    const { status, body } = await cast.me.call('start_task_from_chat', { task_id, requester_id: 'manager' });
    return `${status} ${body.error}`;
  };
  expect(await start(await makeWork(team, { assignee: 'me', status: 'backlog' }))).toBe(
    '409 invalid_status_transition',
  );
  const tasks = [
    { local_id: 'a', title: 'first' },
    { local_id: 'b', title: 'then', dependencies: ['a'], assignee_id: 'me' },
  ];
  const { local_id_to_real_id: ids } = await cast.task.do('create_tasks_batch', { tasks });
  expect(await start(ids.b)).toBe('409 dependency_not_complete');
  const { task_id } = await cast.task.do('request_task', { title: 'mine' });
  expect(await start(task_id)).toBe('409 approval_required');
  expect((await cast.me.call('start_task_from_chat')).body.missing).toEqual(['task_id', 'requester_id']);
});
