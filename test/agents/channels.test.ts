/** Real agents reached through their own front doors, by the built command: once, unchanged, and with the right receipt. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { json } from '../rig/home/home.js';
import { type AgentName, install, VERSIONS } from './rig/install.js';
import { Team } from './rig/team.js';

const DOORS: readonly (readonly [AgentName, string])[] = [
  ['claude', 'claude-socket'],
  ['codex', 'codex-app-server'],
  ['opencode', 'opencode-http'],
];
const SLOW = { timeout: 240_000 };

test.for(DOORS)(
  '%s gets a message through %s, while it is idle and with a draft in its box',
  SLOW,
  async ([name, channel]) => {
    const team = new Team();
    try {
      const member = await team.start(name, { program: await install(name, VERSIONS[name][0]) });
      await member.status('ready');
      await expect.poll(() => member.facts(), { timeout: 60_000 }).toMatchObject({ via: channel, degraded: [] });
      expect(await member.send('first', '--until', 'submitted', '--wait', '60')).toMatchObject({ code: 0 });
      await team.home.run(['keys', name, 'my draft']);
      expect(await member.send('second', '--until', 'submitted', '--wait', '60')).toMatchObject({ code: 0 });
      expect(await member.arrived(2)).toEqual(['first', 'second']);
      expect(await member.screen()).toContain('my draft');
      const { tasks } = json<{ tasks: { receipt: { state: string; via: string } }[] }>(
        await team.home.run(['tasks', '--from', name, '--json']),
      );
      expect(tasks.map(({ receipt }) => receipt)).toMatchObject([
        { state: 'submitted', via: channel },
        { state: 'submitted', via: channel },
      ]);
      expect((await member.facts()).by).not.toBe('screen');
      expect(await team.home.run(['stop', name])).toMatchObject({ code: 0 });
      expect(readdirSync(join(team.home.home, 'run')).filter((file) => !file.endsWith('.sock'))).toEqual([]);
    } finally {
      await team.close();
    }
  },
);
