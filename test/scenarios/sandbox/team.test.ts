/** The tools and views of a team, from a sandbox that forbids sockets. */
import { describe, expect } from 'vitest';
import { canForbidSockets, sandboxed } from '../../rig/machine/sandbox.js';
import { testInTeamInProcess } from '../../rig/team/team.js';

const test = testInTeamInProcess();

describe.runIf(canForbidSockets)('in a sandbox', () => {
  test('a session calls tools, waits with them, and sees the team', async ({ home }) => {
    const options = ['--project', 'shop', '--parent', 'tester'];
    const desk = await home.agent('desk', { options });
    const peer = await home.agent('peer', { options: ['--project', 'shop', '--parent', 'tester'] });
    for (const args of [
      ['tool', 'get_next_action', '--timeout_seconds', '1'],
      ['tool', 'get_my_tasks'],
      ['work', 'list', '--json'],
      ['agent', 'tree'],
      ['list', '--json'],
    ]) {
      const [outside, inside] = [await desk.synapse(...args), await sandboxed(desk, args)];
      const same = ({ code, stdout, stderr }: typeof inside) => ({
        ...{ args, code, stderr },
        stdout: stdout.replace(/"age_seconds":\d+|\b\d+s\b/g, ''),
      });
      expect(same(inside)).toEqual(same(outside));
      expect(inside.stdout).not.toContain('sockets_forbidden');
    }
    expect((await sandboxed(desk, ['agent', 'add', 'spy', '--project', 'shop'])).stderr).toContain('inside a sandbox');
    const told = await sandboxed(desk, ['broadcast', 'to everybody']);
    expect(told).toMatchObject({ code: 0, stdout: expect.stringMatching(/^peer: /) });
    await peer.line('to everybody');
  });
});
