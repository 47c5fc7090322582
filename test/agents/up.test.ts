/** A team of real agents from one file. Daemons start every session, and the work is done at the end. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Home, json } from '../rig/home/home.js';
import { type AgentHome, openHome } from './rig/homes.js';
import type { AgentName } from './rig/install.js';
import { wrapper } from './rig/team.js';
import type { Reply } from './servers/model.js';

const WORDS = ['りんご', 'ごりら', 'らっぱ', 'ぱせり', 'りす', 'すいか', 'かめ', 'めだか', 'かい', 'いぬ'];
const LIMIT_MS = 10 * 60_000;

const PAIRS: readonly (readonly [AgentName, AgentName])[] = [
  ['claude', 'codex'],
  ['opencode', 'gemini'],
];

for (const [first, second] of PAIRS) {
  test(
    `${first} delegates shiritori with ${second}: five rounds, and the work task is done`,
    async () => {
      const home = new Home();
      const [a, b] = await Promise.all([openHome(first), openHome(second)]);
      try {
        a.model.script(beginner);
        b.model.script(answerer);
        const dir = join(home.dir, 'project');
        mkdirSync(dir);
        writeFileSync(join(dir, 'synapse.yaml'), teamFile({ 'worker-a': [first, a], 'worker-b': [second, b] }));
        const env = { SYNAPSE_CHAT_IDLE_SECONDS: '3' };
        const run = (...words: string[]) => home.run(words, { cwd: dir, env });
        expect(await run('up')).toMatchObject({ code: 0 });
        const title = 'Play 5 rounds of shiritori with worker-b';
        const options = ['--project', 'real', '--assignee', 'worker-a', '--status', 'in_progress'];
        const created = await run('work', 'create', title, ...options);
        const id = created.stdout.trim();
        const work = async () =>
          json<{ work: { status: string } }>(await run('work', 'show', id, '--json')).work.status;
        await expect.poll(work, { timeout: LIMIT_MS, interval: 500 }).toBe('done');
        const { conversations } = json<{ conversations: { id: string; turns: number }[] }>(
          await run('conversation', 'list', '--project', 'real', '--json'),
        );
        expect(conversations).toHaveLength(1);
        const { messages } = json<{ messages: { sender_id: string; content: string }[] }>(
          await run('conversation', 'show', conversations[0]?.id ?? '', '--json'),
        );
        expect(messages.map(({ content }) => content)).toEqual(WORDS);
        expect(messages.map(({ sender_id }) => sender_id)).toEqual(
          WORDS.map((_, turn) => (turn % 2 === 0 ? 'worker-a' : 'worker-b')),
        );
        const running = async () =>
          json<{ agents: { id: string; status: string }[] }>(await run('list', '--json'))
            .agents.filter(({ id, status }) => id.startsWith('worker') && status !== 'stopped')
            .map(({ id }) => id);
        await expect.poll(running, { timeout: LIMIT_MS, interval: 500 }).toEqual([]);
        expect(await run('down')).toMatchObject({ code: 0 });
      } finally {
        await home.close();
        await Promise.all([a.close(), b.close()]);
      }
    },
    LIMIT_MS,
  );
}

/** What the agent that begins says and does, by the last line it got. */
function beginner(prompt: string): Reply {
  const delegation = /Delegation (dlg_\w+)/.exec(prompt)?.[1];
  if (/in a task session/.test(prompt)) {
    return command('synapse tool delegate_to_chat_session --target_agent_id worker-b --purpose shiritori');
  }
  if (delegation) {
    return command(`synapse tool start_conversation --target_agent_id worker-b --initial_message ${WORDS[0]}`);
  }
  if (/^\[A2A:[^\]]+:worker-a\] .*ended/s.test(prompt)) {
    return command('synapse tool report_completed --result success --summary "five rounds"');
  }
  if (/has ended/.test(prompt)) return command('synapse tool get_pending_delegations');
  return answerer(prompt);
}

/** What the other agent does: says its next word until none is left. */
function answerer(prompt: string): Reply {
  const [, id, text = ''] = /^\[A2A:([^:\]]+):worker-[ab]\] (\S+)$/.exec(prompt.trim()) ?? [];
  const place = WORDS.indexOf(text);
  if (id === undefined || place < 0) return { text: 'I wait.' };
  const word = WORDS[place + 1];
  return command(word === undefined ? 'synapse tool end_conversation' : `synapse reply --to ${id} ${word}`);
}

function command(shell: string): Reply {
  return { shell, afterwards: 'Done.' };
}

function teamFile(workers: Readonly<Record<string, readonly [AgentName, AgentHome]>>): string {
  const agents = Object.entries(workers).map(([id, [profile, home]]) => {
    const env = { ...home.env, PATH: `${wrapper(profile, home)}:${home.env.PATH}` };
    return [id, { profile, parent: 'owner', start: 'on-demand', cwd: home.cwd, env }] as const;
  });
  const team = { owner: { kind: 'human' }, ...Object.fromEntries(agents) };
  return JSON.stringify({ project: { id: 'real' }, agents: team });
}
