/** What an agent sees of the logs of its executions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { beginExecution, finishExecution } from '../../../src/team/executions/executions.js';
import { type ToolTeam, testWithTools } from '../../rig/team/tools.js';
import { type Both, worker } from '../../rig/team/work.js';

const test = testWithTools();

test.for<[Record<string, number>, number, number | null, boolean, RegExp]>([
  [{}, 150, null, true, /last 100 of 250 lines.*offset: 50\)/],
  [{ tail: 30 }, 220, null, true, /last 30 of 250 lines.*offset: 120\)/],
  [{ tail: 500 }, 0, null, false, /^This is the whole log\.$/],
  [{ offset: 0 }, 0, 100, true, /from line 0\. To read on.*offset: 100\)/],
  [{ offset: 130 }, 130, 230, true, /from line 130\. To read on.*offset: 230\)/],
  [{ offset: 230 }, 230, null, false, /the log ends here/],
])(
  'get_execution_log %j begins at line %i, goes on at %j, truncated %j',
  async ([args, first, next, cut, says], { team }) => {
    const { member, id } = await logged(team, 250);
    const answer = await member.task.do('get_execution_log', { execution_id: id, ...args });
    expect(answer).toMatchObject({ first_line: first, next_offset: next, truncated: cut, total_lines: 250 });
    expect(answer.log_content[0]).toBe(`line ${first}`);
    expect(answer.returned_lines).toBe(answer.log_content.length);
    expect(answer.instruction).toMatch(says);
  },
);

test('get_execution_log says if more lines may follow, and if the offset is past the end', async ({ team }) => {
  const { member, id } = await logged(team, 20, { isRunning: true });
  const read = async (args = {}) =>
    (await member.task.do('get_execution_log', { execution_id: id, ...args })).instruction;
  expect(await read()).toBe('This is the whole log. The execution still runs, so more lines may follow.');
  expect(await read({ offset: 20 })).toMatch(/has 20 lines and ends before this offset\. The execution still runs/);
});

async function logged(
  team: ToolTeam,
  lines: number,
  { isRunning = false } = {},
): Promise<{ readonly member: Both; readonly id: string }> {
  const member = await worker(team);
  const logFile = join(team.home, `${member.id}.log`);
  writeFileSync(logFile, Array.from({ length: lines }, (_, index) => `line ${index}\n`).join(''));
  const { id: sessionId } = await team.team.store.read((db) =>
    db.selectFrom('sessions').select('id').where('agent_id', '=', member.id).executeTakeFirstOrThrow(),
  );
  const wanted = { projectId: 'shop', agentId: member.id, taskId: member.taskId, sessionId, logFile: () => logFile };
  const { id } = await team.team.change((tx, now) => beginExecution(tx, wanted, now));
  if (!isRunning) await team.team.change((tx, now) => finishExecution(tx, sessionId, 0, now));
  return { member, id };
}
