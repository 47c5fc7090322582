/** Everything that the OpenAPI document says of what tools refuse occurs, and nothing else. */
import { expect } from 'vitest';
import { ask, tryTheDoor } from '../../rig/clients/api-refusals.js';
import { ApiCheck, documentedAnswers } from '../../rig/clients/openapi.js';
import { type TestTeam, testInTeamInProcess } from '../../rig/team/team.js';
import { makeWork } from '../../rig/team/work.js';

const test = testInTeamInProcess({ env: { SYNAPSE_PASSKEY_COST: '4' } });
const API = new ApiCheck();

/** The tokens by agent and purpose, and the ids of what the tools are asked about. */
interface Scene {
  readonly tokens: Readonly<Record<string, string>>;
  readonly ids: Readonly<Record<string, string>>;
}

type Refusal = readonly [tool: string, by: string | null, args: (ids: Scene['ids']) => object, error: string];

const none = () => ({});
const NO_TALK = () => ({ conversation_id: 'conv_none' });
const NO_TASK = () => ({ task_id: 'tsk_none' });
const TO_NOBODY = () => ({ target_agent_id: 'nobody', content: 'x' });
const TO_TESTER = () => ({ target_agent_id: 'tester', content: 'x' });
const PART = { local_id: 'a', title: 'part' };

/** One for each status that a tool has by its own rules. */
const REFUSALS: readonly Refusal[] = [
  ['authenticate', null, () => ({ agent_id: 'ben', passkey: 'x', project_id: 'shop' }), 'invalid_credentials'],
  ['authenticate', 'person', () => ({ agent_id: 'ben', passkey: 'x', project_id: 'none' }), 'project_not_found'],
  ['authenticate', null, ({ passkey }) => ({ agent_id: 'idle', passkey, project_id: 'shop' }), 'no_valid_purpose'],
  ['respond_chat', 'ben', TO_NOBODY, 'agent_not_found'],
  ['respond_chat', 'bare', TO_TESTER, 'working_directory_not_set'],
  ['send_message', 'ben', TO_NOBODY, 'agent_not_found'],
  ['send_message', 'bare', TO_TESTER, 'working_directory_not_set'],
  [
    'send_message',
    'ben',
    ({ ended }) => ({ target_agent_id: 'ann', content: 'x', conversation_id: ended }),
    'conversation_not_active',
  ],
  ['start_conversation', 'ben', () => ({ target_agent_id: 'nobody' }), 'agent_not_found'],
  ['start_conversation', 'ben', () => ({ target_agent_id: 'cid' }), 'conversation_already_active'],
  [
    'start_conversation',
    'bare',
    () => ({ target_agent_id: 'bare-2', initial_message: 'x' }),
    'working_directory_not_set',
  ],
  ['end_conversation', 'ben', NO_TALK, 'conversation_not_found'],
  ['end_conversation', 'ben', ({ ended }) => ({ conversation_id: ended }), 'conversation_not_active'],
  ['get_conversation_history', 'ben', NO_TALK, 'conversation_not_found'],
  ['get_conversation_messages', 'leadTask', NO_TALK, 'conversation_not_found'],
  ['delegate_to_chat_session', 'leadTask', () => ({ target_agent_id: 'nobody', purpose: 'x' }), 'agent_not_found'],
  ['report_delegation_completed', 'ben', () => ({ delegation_id: 'dlg_none' }), 'delegation_not_found'],
  [
    'report_delegation_completed',
    'ben',
    ({ delegation }) => ({ delegation_id: delegation }),
    'delegation_already_processed',
  ],
  ['get_task_conversations', 'leadTask', NO_TASK, 'task_not_found'],
  ['notify_task_session', 'ben', NO_TALK, 'conversation_not_found'],
  ['get_task', 'ben', NO_TASK, 'task_not_found'],
  ['create_tasks_batch', 'leadTask', () => ({ parent_task_id: 'tsk_none', tasks: [PART] }), 'task_not_found'],
  ['assign_task', 'lead', NO_TASK, 'task_not_found'],
  ['update_task_status', 'leadTask', () => ({ ...NO_TASK(), status: 'done' }), 'task_not_found'],
  ['update_task_status', 'leadTask', ({ done }) => ({ task_id: done, status: 'todo' }), 'invalid_status_transition'],
  ['report_completed', 'leadTask', () => ({ result: 'success' }), 'task_not_found'],
  ['report_completed', 'benTask', () => ({ result: 'success' }), 'incomplete_subtasks'],
  ['request_task', 'ben', () => ({ title: 'x', parent_task_id: 'tsk_none' }), 'task_not_found'],
  ['approve_task_request', 'lead', NO_TASK, 'task_not_found'],
  ['approve_task_request', 'lead', ({ rejected }) => ({ task_id: rejected }), 'invalid_status_transition'],
  ['reject_task_request', 'lead', NO_TASK, 'task_not_found'],
  ['reject_task_request', 'lead', ({ rejected }) => ({ task_id: rejected }), 'invalid_status_transition'],
  ['start_task_from_chat', 'ben', () => ({ ...NO_TASK(), requester_id: 'lead' }), 'task_not_found'],
  ['start_task_from_chat', 'ben', ({ done }) => ({ task_id: done, requester_id: 'lead' }), 'invalid_status_transition'],
  ['update_task_from_chat', 'ben', () => ({ ...NO_TASK(), requester_id: 'lead', title: 'x' }), 'task_not_found'],
  [
    'update_task_from_chat',
    'ben',
    ({ done }) => ({ task_id: done, requester_id: 'lead', status: 'todo' }),
    'invalid_status_transition',
  ],
  ['get_execution_log', 'ben', () => ({ execution_id: 'exec_none' }), 'execution_log_not_found'],
  ['no_such_tool', 'ben', none, 'tool_not_registered'],
];

async function setTheScene(team: TestTeam): Promise<Scene> {
  await team.agent('lead', { parent: 'tester', manager: true });
  for (const id of ['ann', 'ben', 'cid', 'idle']) await team.agent(id, { parent: 'lead' });
  await team.project('bare-project', null);
  for (const id of ['bare', 'bare-2']) await team.agent(id, { project: 'bare-project' });
  const parent = await makeWork(team, { title: 'whole', assignee: 'ben', status: 'in_progress' });
  await makeWork(team, { title: 'part', assignee: 'ben', parent });
  const done = await makeWork(team, { title: 'done', assignee: 'ben', status: 'in_progress' });
  await team.ask(`/work/${done}/status`, { status: 'done' });
  const tokens = {
    lead: await team.session('lead'),
    leadTask: await team.session('lead', 'task'),
    ann: await team.session('ann'),
    ben: await team.session('ben'),
    benTask: await team.session('ben', 'task'),
    cid: await team.session('cid'),
    person: team.daemon.key,
    bare: await team.session('bare', 'chat', 'bare-project'),
  };
  const call = async (tool: string, by: keyof typeof tokens, args: object) =>
    (await team.call(tool, tokens[by], args)).body;
  const { conversation_id: ended } = await call('start_conversation', 'ben', { target_agent_id: 'ann' });
  await call('end_conversation', 'ben', { conversation_id: ended });
  await call('start_conversation', 'ben', { target_agent_id: 'cid' });
  const talk = { target_agent_id: 'ann', purpose: 'talk' };
  const { delegation_id: delegation } = await call('delegate_to_chat_session', 'benTask', talk);
  await call('report_delegation_completed', 'ben', { delegation_id: delegation });
  const { task_id: rejected } = await call('request_task', 'ben', { title: 'asked for' });
  await call('reject_task_request', 'lead', { task_id: rejected });
  return { tokens, ids: { done, ended, delegation, rejected, passkey: await team.passkey('idle') } };
}

test('every tool refuses as the OpenAPI document says', async ({ team }) => {
  const { tokens, ids } = await setTheScene(team);
  const isTool = (path: string) => path.startsWith('/tools/');
  await tryTheDoor(API, team.daemon, isTool);
  const told = [];
  for (const [tool, by, args] of REFUSALS) {
    const key = by === null ? null : (tokens[by] as string);
    const { body } = await ask(API, team.daemon, `POST /tools/${tool}`, { key, body: args(ids) });
    told.push(`${tool}: ${body.error ?? 'success'}`);
  }
  expect(told).toEqual(REFUSALS.map(([tool, , , error]) => `${tool}: ${error}`));
  expect(API.problems).toEqual([]);
  const documented = documentedAnswers().filter((answer) => isTool(answer.slice('POST '.length)));
  const refused = documented.filter((answer) => !answer.endsWith(' 200'));
  expect(refused.filter((answer) => !API.seen.has(answer))).toEqual([]);
});
