/** Real agents answer from their own shells, and ask each other. */
import { describe, expect, test as plain } from 'vitest';
import { noteCell } from './results/cells.js';
import { type AgentName, install, VERSIONS } from './rig/install.js';
import { Team } from './rig/team.js';

const LIMIT = { timeout: 5 * 60_000 };

const test = plain.extend<{ team: Team }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  team: async ({}, use) => {
    const team = new Team();
    await use(team);
    await team.close();
  },
});

for (const [name, versions] of Object.entries(VERSIONS) as [AgentName, readonly string[]][]) {
  describe.each(versions)(`${name} %s`, (version) => {
    test('answers a request with synapse reply from its own shell', LIMIT, async ({ team }) => {
      const agent = await team.start(name, { program: await install(name, version) });
      agent.model.script((prompt) =>
        prompt.includes('who are you')
          ? { shell: `synapse reply "I am ${name}"`, afterwards: 'Answered.' }
          : { text: 'Fine.' },
      );
      const answered = await agent.send('who are you', '--response');
      const { via: channel } = await agent.facts();
      const held = answered.stdout === `I am ${name}\n` ? 1 : 0;
      noteCell({ agent: name, version, channel, case: 'a request, answered with `synapse reply`', tried: 1, held });
      expect(answered).toMatchObject({ code: 0, stdout: `I am ${name}\n` });
    });
  });
}

const PAIRS: readonly (readonly [AgentName, AgentName])[] = [
  ['claude', 'codex'],
  ['gemini', 'opencode'],
];

for (const [asker, asked] of PAIRS) {
  test(`${asker} asks ${asked}, and the answer completes its own task`, LIMIT, async ({ team }) => {
    const first = await team.start(asker);
    const second = await team.start(asked);
    first.model.script((prompt) =>
      prompt.includes('find out')
        ? {
            shell: `synapse send ${asked} 'what is the word?' --response | synapse reply -`,
            afterwards: 'Done.',
          }
        : { text: 'Fine.' },
    );
    second.model.script((prompt) =>
      prompt.includes('the word') ? { shell: 'synapse reply "shiritori"', afterwards: 'Told.' } : { text: 'Fine.' },
    );
    expect(await first.send('find out', '--response')).toMatchObject({ code: 0, stdout: 'shiritori\n' });
    const { tasks } = JSON.parse((await team.home.run(['tasks', '--json', '--from', asker])).stdout);
    const own = tasks.find((task: { direction: string }) => task.direction === 'outgoing');
    expect(own).toMatchObject({ state: 'completed', reply: { text: 'shiritori', from: asked } });
  });
}
