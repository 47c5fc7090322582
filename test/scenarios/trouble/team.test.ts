/** Trouble in a team: links and obstacles in place of its files, daemons killed at the worst moment, a damaged store. */

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Sqlite } from '../../../src/storage/sqlite.js';
import { type Home, test } from '../../rig/home/home.js';
import { killDaemon } from '../../rig/home/processes.js';
import { TestTeam } from '../../rig/team/team.js';

const PATIENCE = { timeout: 90_000 };
const contents = (lines: readonly { content: string }[]) => lines.map(({ content }) => content);
const chatDir = ({ dir }: TestTeam, ...more: string[]) => join(dir, '.ai-pm', ...more);

interface Finding {
  readonly level: string;
  readonly subject: string;
  readonly sentence: string;
}

async function doctor(home: Home): Promise<Finding[]> {
  return ((await home.json(['doctor'])) as { findings: Finding[] }).findings;
}

test('chat is not written through a link in the project: the message is stored, and the problem is reported', async ({
  home,
}) => {
  const team = await TestTeam.create(home);
  const a = await team.member();
  const foreign = join(home.dir, 'foreign.txt');
  writeFileSync(foreign, 'mine\n');
  mkdirSync(chatDir(team, 'agents', a.id), { recursive: true });
  symlinkSync(foreign, chatDir(team, 'agents', a.id, 'chat.jsonl'));
  const sent = await a.do('send_message', { target_agent_id: 'tester', content: 'hello' });
  expect(sent).toMatchObject({ success: true, warning: expect.stringContaining('is a link') });
  expect(readFileSync(foreign, 'utf8')).toBe('mine\n');
  expect(contents(team.lines('tester'))).toEqual(['hello']);
  expect((await home.run(['logs', 'tester', '--daemon'])).stdout).toContain('is a link');
  expect(await doctor(home)).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      subject: 'project shop',
      sentence: expect.stringContaining('is a link'),
    }),
  );
  rmSync(chatDir(team, 'agents', a.id, 'chat.jsonl'));
  await a.do('send_message', { target_agent_id: 'tester', content: 'again' });
  expect(contents(team.lines(a.id))).toEqual(['hello', 'again']);
  expect((await doctor(home)).filter(({ subject }) => subject === 'project shop')).toEqual([]);
});

test('a daemon killed between the two files leaves what the next start completes', async ({ home }) => {
  const team = await TestTeam.create(home);
  const { a, b } = await team.pair();
  await a.talk(b, { initial_message: 'one' });
  rmSync(chatDir(team, 'agents', b.id), { recursive: true });
  // In the way of the second file, so that only the first is written.
  writeFileSync(chatDir(team, 'agents', b.id), 'in the way');
  await a.say(b, 'two');
  expect(contents(team.lines(a.id))).toEqual(['one', 'two']);
  await killDaemon(team.daemon.entry);
  rmSync(chatDir(team, 'agents', b.id));
  await home.run(['project', 'list']);
  await expect.poll(() => existsSync(chatDir(team, 'agents', b.id, 'chat.jsonl'))).toBe(true);
  await expect.poll(() => contents(team.lines(b.id))).toEqual(['one', 'two']);
  expect(contents(team.lines(a.id))).toEqual(['one', 'two']);
});

test(
  'many kills in the middle of writing: both files are what the database has, each line once',
  PATIENCE,
  async ({ home }) => {
    const team = await TestTeam.create(home);
    const a = await team.member();
    let said = 0;
    for (let round = 0; round < 5; round += 1) {
      const scribe = await home.agent('scribe', { options: ['--project', 'shop'] });
      let answered = 0;
      const storm = Array.from({ length: 15 }, async () => {
        const body = { target_agent_id: 'tester', content: `message ${++said}` };
        await scribe.call('/tools/send_message', { key: a.token, body }).then(() => answered++);
      });
      const settled = Promise.allSettled(storm);
      await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(round);
      await killDaemon(scribe.entry);
      await settled;
    }
    await home.agent('scribe', { options: ['--project', 'shop'] });
    await a.do('send_message', { target_agent_id: 'tester', content: 'last' });
    const { messages } = await team.ask(`/projects/shop/agents/${a.id}/chat/messages?limit=500`);
    const wanted = messages.map(({ id }: { id: string }) => id);
    for (const id of [a.id, 'tester']) expect(team.lines(id).map((line) => line.id)).toEqual(wanted);
    expect(contents(messages).at(-1)).toBe('last');
  },
);

test('mail works without a readable team store, and doctor reports the problem', PATIENCE, async ({ home }) => {
  const [writer, reader] = [await home.agent('writer'), await home.agent('reader', { options: ['--project', 'shop'] })];
  writeFileSync(join(home.home, 'team.db'), 'garbage '.repeat(1_000));
  const asked = writer.synapse('send', 'reader', 'still there?', '--response');
  await reader.line(/still there/);
  expect((await reader.synapse('reply', 'yes')).code).toBe(0);
  expect(await asked).toMatchObject({ code: 0, stdout: 'yes\n' });
  expect((await home.run(['inbox'])).code).toBe(0);
  await writer.synapse('send', 'tester', 'hello person');
  const inbox = await home.run(['inbox']);
  expect([inbox.code, inbox.stdout]).toEqual([0, expect.stringContaining('hello person')]);
  expect(inbox.stderr).toContain('cannot read the chat');
  const { code, stdout } = await home.run(['doctor']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/problem\s+team store: cannot read/);
  expect((await home.run(['prune'])).code).toBe(0);
  expect(await home.run(['project', 'list'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be read'),
  });
});

test('prune cleans up teams as well', async ({ home }) => {
  const team = await TestTeam.create(home);
  const a = await team.member();
  await a.do('send_message', { target_agent_id: 'tester', content: 'hello' });
  await a.do('logout');
  expect((await home.run(['prune'])).stderr).toContain('In projects: 0 sessions');
  const { deleted } = (await home.json(['prune', '--older-than', '0s'])) as { deleted: Record<string, number> };
  expect(deleted).toMatchObject({ sessions: 1, notifications: 0, delegations: 0 });
  expect((await home.run(['inbox'])).stdout).toContain('hello');
  expect(contents(team.lines(a.id))).toEqual(['hello']);
});

const SHORT = { CONVERSATION_PENDING_TIMEOUT_SECONDS: '1', CONVERSATION_ACTIVE_TIMEOUT_SECONDS: '1' };

/** Read directly from the store, so that no daemon is called meanwhile. */
function statesIn({ home }: Home): Map<string, string> {
  const database = new Sqlite(join(home, 'team.db'), { readonly: true });
  try {
    const rows = database.prepare('SELECT id, state FROM conversations').all() as { id: string; state: string }[];
    return new Map(rows.map(({ id, state }) => [id, state]));
  } finally {
    database.close();
  }
}

test('requests expire and silent conversations end without any call', async ({ home }) => {
  const team = await TestTeam.create(home, { env: SHORT });
  const [{ a, b }, other] = [await team.pair(), await team.member()];
  const [active, pending] = [await a.talk(b), await a.start(other)];
  await expect.poll(() => statesIn(home).get(pending)).toBe('expired');
  await expect.poll(() => statesIn(home).get(active)).toBe('terminating');
});

test('what became due while no daemon ran happens when one is back, without any call', PATIENCE, async ({ home }) => {
  const team = await TestTeam.create(home, { env: SHORT });
  const [{ a, b }, other] = [await team.pair(), await team.member()];
  const [active, pending] = [await a.talk(b), await a.start(other)];
  await killDaemon(team.daemon.entry);
  await home.agent('other', { options: ['--project', 'shop'], env: SHORT });
  await expect.poll(() => statesIn(home).get(pending)).toBe('expired');
  await expect.poll(() => statesIn(home).get(active)).toBe('terminating');
});
