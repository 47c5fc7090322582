import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ExecutionRecorder } from '../../../src/daemon/sessions/execution-recorder.js';
import { Log } from '../../../src/log.js';
import { finishExecution, listExecutions } from '../../../src/team/executions/executions.js';
import { logLimits } from '../../../src/team/executions/log-limits.js';
import { openSession, sessionOf } from '../../../src/team/sessions/session.js';
import { endSession } from '../../../src/team/sessions/session-ends.js';
import { addWorkTask } from '../../../src/team/work/work-tasks.js';
import { testProject, testTeam } from '../../team/rig.js';

const OWNER = { projectId: 'shop', agentId: 'worker-a' };

test('a task that is reported and restarted between two looks is a new execution', async () => {
  const rig = await testTeam();
  await testProject(rig);
  rig.alive.add('terminal');
  const { team } = rig;
  const { sessions: rules } = team.rules;
  const { id: taskId } = await team.change((tx, now) => {
    const wanted = { projectId: 'shop', title: 'again', status: 'in_progress', assigneeId: 'worker-a' } as const;
    return addWorkTask(tx, wanted, { executorId: 'mia', via: 'person' }, now);
  });
  const session = { ...OWNER, purpose: 'task', taskId, holder: 'terminal' } as const;
  const token = await team.change((tx, now) => openSession(tx, session, { now, rules }));
  const recorder = new ExecutionRecorder({
    team,
    token,
    home: rig.dir,
    limits: logLimits({}),
    log: new Log(join(rig.dir, 'log')),
  });
  await recorder.look();
  await team.change(async (tx, now) => {
    const { id } = await sessionOf(tx, token, { now, rules });
    await finishExecution(tx, id, 1, now);
    await endSession(tx, id, now, 'logout');
    await openSession(tx, session, { now, rules, token });
  });
  await recorder.look();
  await recorder.look();
  const executions = await team.look((db) => listExecutions(db, OWNER, 10));
  expect(executions.map(({ status }) => status)).toEqual(['running', 'failed']);
});
