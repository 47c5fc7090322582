/** Commands in the default sandbox of the real Codex: no sockets, pids of its own, a home that cannot be written. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder, PINS } from './rig/install.js';
import { type Member, Team } from './rig/team.js';

const LIMIT_MS = 5 * 60_000;
const { package: packageName, program } = PINS.codex;

/** Every version of Codex that is installed, by its folder. */
const versions = readdirSync(cacheFolder()).filter((name) => name.startsWith('codex-') && existsSync(pathOf(name)));

function pathOf(folder: string): string {
  return join(cacheFolder(), folder, 'node_modules', packageName, program);
}

test.for(versions)('%s sends, replies, shows and lists from its sandbox', { timeout: LIMIT_MS }, async (version) => {
  const team = teamOutsideTmp();
  try {
    const codex = await startCodex(team, version);
    const peer = await team.home.agent('peer');
    codex.model.script((prompt) => {
      const [, id = '', words = ''] = /^\[A2A:([0-9a-f]{8}):tester\] run: (.*)/.exec(prompt) ?? [];
      return { shell: words.replaceAll('ID', id), afterwards: 'Done.' };
    });
    const run = async (words: string) => {
      const before = codex.model.results().length;
      const asked = codex.send(`run: ${words}`, '--response');
      await expect.poll(() => codex.model.results().length, { timeout: LIMIT_MS }).toBeGreaterThan(before);
      return { asked, result: codex.model.results().at(-1) ?? '' };
    };
    const answered = await run('synapse reply --to ID the-answer; echo code $?');
    for (const words of ['Replied to tester.', 'code 0']) expect(answered.result).toContain(words);
    expect(await answered.asked).toMatchObject({ code: 0, stdout: 'the-answer\n' });

    const several = await run(
      'synapse send peer from-the-sandbox; synapse list; synapse status peer | head -4; synapse tasks; synapse show ID; synapse tool | head -3; synapse keys codex x; synapse reply --to ID done',
    );
    expect(await several.asked).toMatchObject({ code: 0, stdout: 'done\n' });
    await peer.line('from-the-sandbox');
    expect(several.result).toContain('Delivered to peer.');
    expect(several.result).toMatch(/peer +shell +- +ready/);
    expect(several.result).toMatch(/status +ready/);
    expect(several.result).toContain('authenticate');
    expect(several.result).toContain('This is not possible from inside a sandbox.');
    expect(several.result).not.toContain('dead');

    const dialogue = run('synapse send peer "How are you?" --response; echo code $?; synapse reply --to ID asked');
    const id = /\[A2A:([0-9a-f]{8}):codex\]/.exec(await peer.line('How are you?'))?.[1] ?? '';
    await peer.synapse('reply', '--to', id, 'well, thank you');
    const { asked, result } = await dialogue;
    for (const words of ['well, thank you', 'code 0']) expect(result).toContain(words);
    expect((await asked).code).toBe(0);
  } finally {
    await team.close();
  }
});

/** The home is not in the folder for temporary files, which the sandbox lets its commands write. */
function teamOutsideTmp(): Team {
  const homes = join(cacheFolder(), 'homes');
  mkdirSync(homes, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = homes;
  try {
    return new Team();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

async function startCodex(team: Team, version: string): Promise<Member> {
  return team.start('codex', { tools: 'sandbox', program: [process.execPath, pathOf(version)] });
}
