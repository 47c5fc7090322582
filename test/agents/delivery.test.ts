/** Messages to real agents, counted where they end: at the model. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test as plain } from 'vitest';
import type { AgentName } from './install.js';
import { Team } from './team.js';

const AGENTS: readonly AgentName[] = ['claude', 'codex', 'gemini', 'opencode'];
/** A smaller run for a quick look: `SYNAPSE_AGENTS_SHARE=0.1`. */
const SHARE = Number(process.env.SYNAPSE_AGENTS_SHARE ?? 1);
const MANY_MS = 30 * 60_000;
const many = (count: number) => Math.max(1, Math.round(count * SHARE));

const test = plain.extend<{ team: Team }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  team: async ({}, use) => {
    const team = new Team();
    await use(team);
    await team.close();
  },
});

const SORTS: Readonly<Record<string, { count: number; text: (number: number) => string }>> = {
  'one-line': { count: 50, text: (number) => `message ${number}` },
  'multi-line': {
    count: 20,
    text: (number) => `first line ${number}\nsecond line\n  third, indented\nlast line ${number}`,
  },
  'Japanese 4,000-character': {
    count: 10,
    text: (number) => `番号${number} ${'漢字とかな、カタカナ。'.repeat(400)}`.slice(0, 4000),
  },
  long: { count: 5, text: (number) => `long ${number} ${'x'.repeat(30_000)}` },
};

for (const name of AGENTS) {
  describe(name, () => {
    for (const hogs of [0, 2]) {
      test(
        `every sort of message arrives once, in order and byte-exact${hogs ? ', with two CPU hogs' : ''}`,
        async ({ team }) => {
          const agent = await team.start(name);
          const busy = Array.from({ length: hogs }, hog);
          try {
            for (const { count, text } of Object.values(SORTS)) {
              const before = agent.texts().length;
              const texts = Array.from({ length: many(count) }, (_, number) => text(number));
              for (const each of texts) expect((await agent.send(each)).code).toBe(0);
              const arrived = (await agent.arrived(before + texts.length)).slice(before);
              expect(arrived.map(shorten)).toEqual(texts.map(asTyped));
            }
          } finally {
            for (const each of busy) each.kill('SIGKILL');
          }
        },
        MANY_MS,
      );
    }

    test(
      'messages sent while it is busy wait, arrive in order, are not merged and cancel nothing',
      async ({ team }) => {
        const agent = await team.start(name);
        let finish = () => {};
        const until = new Promise<void>((resolve) => {
          finish = resolve;
        });
        agent.model.script((prompt) =>
          prompt.includes('work hard') ? { text: 'Working on it, at length.', until } : { text: 'Done.' },
        );
        await agent.send('work hard', '--until', 'submitted');
        await agent.arrived(1);
        const texts = Array.from({ length: many(20) }, (_, number) => `meanwhile ${number}`);
        for (const text of texts) await agent.send(text);
        await agent.held('busy');
        expect(agent.texts()).toEqual(['work hard']);
        finish();
        expect(await agent.arrived(1 + texts.length)).toEqual(['work hard', ...texts]);
      },
      MANY_MS,
    );

    test('a half-typed draft is never submitted and stays; the message arrives when it is gone', async ({ team }) => {
      const agent = await team.start(name);
      agent.model.script(() => ({ text: 'Warm by now.' }));
      await agent.send('warm up', '--until', 'submitted');
      await expect.poll(() => agent.screen(), { timeout: 60_000 }).toContain('Warm by now.');
      await agent.status('ready');
      await team.home.run(['keys', name, 'half a thought']);
      await expect.poll(() => agent.screen(), { timeout: 20_000 }).toContain('half a thought');
      await agent.send('patient');
      await agent.held('draft');
      expect(await agent.screen()).toContain('half a thought');
      expect(agent.texts()).toEqual(['warm up']);
      await team.home.run(['keys', name, '<ctrl-u>']);
      expect(await agent.arrived(2)).toEqual(['warm up', 'patient']);
    });

    test('with a permission dialog open nothing is typed and nothing approved', async ({ team }) => {
      const agent = await team.start(name, { tools: 'ask' });
      agent.model.script((prompt) =>
        prompt.includes('make a file')
          ? { shell: 'touch approved.txt', afterwards: 'As you like.' }
          : { text: 'Fine.' },
      );
      await agent.send('make a file', '--until', 'submitted');
      await agent.status('waiting');
      await agent.send('behind the dialog');
      await agent.held('dialog');
      expect(existsSync(join(agent.cwd, 'approved.txt'))).toBe(false);
      const { stdout } = await team.home.run(['answer', name]);
      expect(stdout).toContain('touch approved.txt');
      expect((await team.home.run(['answer', name, '1'])).code).toBe(0);
      const arrived = await agent.arrived(2);
      expect(arrived).toEqual(['make a file', 'behind the dialog']);
      expect(existsSync(join(agent.cwd, 'approved.txt'))).toBe(true);
    });

    test('it answers a request with synapse reply from its own shell', async ({ team }) => {
      const agent = await team.start(name);
      agent.model.script((prompt) =>
        prompt.includes('who are you')
          ? { shell: `synapse reply "I am ${name}"`, afterwards: 'Answered.' }
          : { text: 'Fine.' },
      );
      expect(await agent.send('who are you', '--response')).toMatchObject({ code: 0, stdout: `I am ${name}\n` });
    });
  });
}

const PAIRS: readonly (readonly [AgentName, AgentName])[] = [
  ['claude', 'codex'],
  ['gemini', 'opencode'],
];

for (const [asker, asked] of PAIRS) {
  test(`${asker} asks ${asked}, and the answer completes its own task`, async ({ team }) => {
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

/** A long text is typed as its beginning and the way to the rest. */
function asTyped(text: string): string {
  return text.length > 10_000 ? `${text.slice(0, 40)}… (synapse show)` : text;
}

/** opencode adds a space to a paste of which it shows only that it is there. */
function shorten(prompt: string): string {
  const text = prompt.replace(/(\S) $/, '$1');
  const pointer = / … \(synapse show [0-9a-f]{8}\)$/;
  return pointer.test(text) ? `${text.slice(0, 40)}… (synapse show)` : text;
}

/** Ends with the test, even if that is killed. */
function hog(): ChildProcess {
  return spawn(process.execPath, ['-e', 'const { ppid } = process; while (process.ppid === ppid);'], {
    stdio: 'ignore',
  });
}
