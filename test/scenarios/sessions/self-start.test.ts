/** Sessions that start themselves: the test only sets a work task in progress. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testInTeam } from '../../rig/team/team.js';
import { declarePair, LIMIT_MS, notes, untilNobodyRuns, untilStatus } from '../../rig/team/teammates.js';
import { makeWork, shown } from '../../rig/team/work.js';

const test = testInTeam({ env: { SYNAPSE_CHAT_IDLE_SECONDS: '1', SYNAPSE_START_PAUSE_MS: '50' } });
const A_SAYS = ['しりとり', 'ごりら', 'ぱんだ', 'うさぎ', 'すいか', 'めだか'];
const B_SAYS = ['りんご', 'らっぱ', 'だちょう', 'ぎんなす', 'かめ', 'かい'];

test('one work task set in progress: task, delegation, six rounds of shiritori, report; then nobody runs', {
  timeout: LIMIT_MS,
}, async ({ team }) => {
  const pair = await declarePair(team, A_SAYS, B_SAYS);
  writeFileSync(join(pair.folder, 'commands'), '');
  const taskId = await makeWork(team, { title: 'しりとり6往復', assignee: pair.a, status: 'in_progress' });
  await untilStatus(team, taskId, 'done');
  expect((await shown(team, taskId)).task).toMatchObject({ result: 'success', summary: 'played' });
  await untilNobodyRuns(team);

  const said = A_SAYS.flatMap((word, index) => [word, B_SAYS[index]]);
  expect(team.lines(pair.a).map(({ content }) => content)).toEqual(said);
  expect(team.lines(pair.b).map(({ content }) => content)).toEqual(said);
  const { conversations } = await team.ask('/conversations?project=shop');
  expect(conversations).toMatchObject([
    { initiator_id: pair.a, participant_id: pair.b, state: 'ended', end_reason: 'initiator_ended', task_id: taskId },
  ]);
  const { executions } = await team.ask(`/executions?project=shop&task=${taskId}`);
  expect(executions).toMatchObject([{ status: 'completed', exit_code: 0 }]);
  for (const [member, purpose] of [
    [pair.a, 'task'],
    [pair.a, 'chat'],
    [pair.b, 'chat'],
  ] as const) {
    const here = notes(pair, member, purpose);
    expect([member, purpose, here.filter(({ step }) => step === 'here').length]).toEqual([member, purpose, 1]);
    const [first] = here.filter(({ line }) => line !== undefined);
    expect(first.line).toContain(`You are ${member}, in a ${purpose} session of shop`);
    expect(first.line).toContain('synapse tool');
  }
});
