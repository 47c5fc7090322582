import { expect, test } from 'vitest';
import type { DaemonContext } from '../../../src/daemon/context.js';
import { SessionStarter } from '../../../src/daemon/sessions/session-starter.js';
import type { Duty, Team } from '../../../src/team/team.js';

test('a daemon that is ending leaves starting sessions to the others at once', async () => {
  const duties: Duty[] = [];
  const team = { addDuty: (duty: Duty) => duties.push(duty) } as unknown as Team;
  const context = { env: {} } as DaemonContext;
  const starter = new SessionStarter({ team, context, holder: '1/1', onCrowd: () => {}, keepDown: async () => {} });
  starter.start();
  starter.close();
  expect(await Promise.all(duties.map((duty) => duty()))).toEqual([0]);
});
