/** Every tool once over a real daemon's `/tools/{name}`, as one story: each row needs what the rows before it made. */
import { expect } from 'vitest';
import { TOOLS } from '../../../src/tools/table.js';
import { ApiCheck } from '../../rig/clients/openapi.js';
import { type TestTeam, testInTeam } from '../../rig/team/team.js';
import { makeWork } from '../../rig/team/work.js';

type Role = 'lead' | 'leadTask' | 'ann' | 'annTask' | 'ben' | 'cid';

/** The story's tokens by role, its ids by name, and the answers by tool. */
interface Story {
  readonly tokens: Record<Role, string>;
  readonly passkey: string;
  readonly otherTaskId: string;
  readonly executionId: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at the fields they care about.
  readonly answers: Record<string, any>;
}

type Row = readonly [
  tool: string,
  by: Role | null,
  args: (story: Story) => Record<string, unknown>,
  answer: Record<string, unknown>,
];

const API = new ApiCheck();

const none = () => ({});
const conversation = ({ answers }: Story) => ({ conversation_id: answers.start_conversation.conversation_id });
const delegation = ({ answers }: Story) => ({ delegation_id: answers.delegate_to_chat_session.delegation_id });
const asked = ({ answers }: Story) => ({ task_id: answers.request_task.task_id });
const made = ({ answers }: Story) => ({ task_id: answers.create_tasks_batch.local_id_to_real_id.a });

const STORY: readonly Row[] = [
  [
    'authenticate',
    null,
    ({ passkey }) => ({ agent_id: 'cid', passkey, project_id: 'shop', purpose: 'chat' }),
    { purpose: 'chat', session_token: expect.stringMatching(/^sst_/) },
  ],
  ['get_my_task', 'annTask', none, { task: { title: 'story' } }],
  ['get_next_action', 'annTask', none, { action: 'work' }],
  [
    'delegate_to_chat_session',
    'annTask',
    () => ({ target_agent_id: 'ben', purpose: 'talk' }),
    { target_agent_id: 'ben' },
  ],
  ['get_pending_delegations', 'ann', none, { delegations: [{ purpose: 'talk' }] }],
  [
    'start_conversation',
    'ann',
    () => ({ target_agent_id: 'ben', initial_message: 'りんご' }),
    { status: 'pending', target_agent_id: 'ben' },
  ],
  ['get_pending_messages', 'ben', none, { pending_messages: [{ senderId: 'ann', content: 'りんご' }] }],
  ['respond_chat', 'ben', () => ({ content: 'ごりら' }), { target_agent_id: 'ann', current_turns: 2 }],
  ['send_message', 'annTask', () => ({ target_agent_id: 'ben', content: 'らっぱ' }), { current_turns: 3 }],
  ['get_conversation_history', 'ben', conversation, { total_count: 3 }],
  ['get_conversation_messages', 'annTask', conversation, { total_count: 3 }],
  ['get_task_conversations', 'annTask', none, { total_conversations: 1 }],
  ['notify_task_session', 'ann', conversation, { type: 'chat_session_notification' }],
  ['get_notifications', 'annTask', none, { count: 1 }],
  ['end_conversation', 'ann', conversation, { status: 'terminating' }],
  ['report_delegation_completed', 'ann', delegation, { status: 'completed' }],
  [
    'create_tasks_batch',
    'leadTask',
    () => ({ tasks: [{ local_id: 'a', title: 'made', assignee_id: 'ann' }] }),
    { task_count: 1 },
  ],
  ['get_task', 'ann', made, { task: { title: 'made', assignee_id: 'ann' } }],
  ['assign_task', 'lead', (story) => ({ ...made(story), assignee_id: 'ben' }), { previous_assignee_id: 'ann' }],
  ['list_tasks', 'ben', () => ({ assignee_id: 'ben' }), { total_count: 2 }],
  ['get_my_tasks', 'ben', none, { agent_id: 'ben', total_count: 2 }],
  [
    'request_task',
    'ben',
    () => ({ title: 'asked for' }),
    { approval_status: 'pending_approval', approvers: ['lead', 'tester'] },
  ],
  ['approve_task_request', 'lead', asked, { approval_status: 'approved' }],
  [
    'reject_task_request',
    'lead',
    ({ answers }) => ({ task_id: answers.again.task_id, reason: 'no' }),
    { approval_status: 'rejected' },
  ],
  [
    'start_task_from_chat',
    'ben',
    (story) => ({ ...made(story), requester_id: 'lead' }),
    { new_status: 'in_progress', requester_unverified: true },
  ],
  [
    'update_task_from_chat',
    'ben',
    (story) => ({ ...made(story), requester_id: 'lead', priority: 'high' }),
    { updated_fields: ['priority'] },
  ],
  [
    'update_task_status',
    'annTask',
    ({ otherTaskId }) => ({ task_id: otherTaskId, status: 'in_progress' }),
    { status: 'in_progress' },
  ],
  ['report_completed', 'annTask', () => ({ result: 'success' }), { action: 'exit', status: 'done' }],
  ['get_my_execution_history', 'cid', none, { executions: [{ status: 'running', has_log: true }] }],
  [
    'get_execution_log',
    'cid',
    ({ executionId }) => ({ execution_id: executionId }),
    { log_content: expect.arrayContaining(['hello']), status: 'running' },
  ],
  ['logout', 'ann', none, { instruction: expect.any(String) }],
];

const test = testInTeam().extend<{ story: Story }>({
  story: [async ({ team }, use) => use(await begin(team)), { scope: 'file' }],
});

async function begin(team: TestTeam): Promise<Story> {
  await team.agent('lead', { parent: 'tester', manager: true });
  for (const id of ['ann', 'ben', 'cid']) await team.agent(id, { parent: 'lead' });
  await makeWork(team, { title: 'story', assignee: 'ann', status: 'in_progress' });
  const otherTaskId = await makeWork(team, { title: 'other', assignee: 'ann' });
  const ben = await team.session('ben');
  const tokens = {
    ...{ lead: await team.session('lead'), leadTask: await team.session('lead', 'task') },
    ...{ ann: await team.session('ann'), annTask: await team.session('ann', 'task') },
    ...{ ben, cid: '' },
  };
  const again = (await team.call('request_task', ben, { title: 'once more' })).body;
  const executionId = await executionOf(team, 'cid');
  return { tokens, passkey: await team.passkey('cid'), otherTaskId, executionId, answers: { again } };
}

/** A task terminal that has printed a line for its work. */
async function executionOf(team: TestTeam, id: string): Promise<string> {
  const task = await makeWork(team, { title: 'logged', assignee: id, status: 'in_progress' });
  await team.home.agent(id, { options: ['--project', 'shop'], program: ['sh', '-c', 'echo hello; exec cat'] });
  const [{ execution_id }] = (await team.ask(`/executions?task=${task}`)).executions;
  const log = async () => (await team.ask(`/executions/${execution_id}/log`)).log_content;
  await expect.poll(log).toContainEqual(expect.stringContaining('hello'));
  return execution_id;
}

test('the story has every tool once', () => {
  expect(STORY.map(([tool]) => tool).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
});

test.for(STORY)('%s', async ([tool, by, args, expected], { team, story }) => {
  const { status, body } = await team.call(tool, by && story.tokens[by], args(story));
  API.note({ method: 'POST', path: `/tools/${tool}`, status, body });
  story.answers[tool] = body;
  if (tool === 'authenticate') story.tokens.cid = body.session_token;
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true, ...expected } });
});

test('every answer of the story is as the OpenAPI document says', () => {
  expect(API.problems).toEqual([]);
  expect([...API.seen].sort()).toEqual(TOOLS.map(({ name }) => `POST /tools/${name} 200`).sort());
});
