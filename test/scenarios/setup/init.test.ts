/** `synapse init` as a person types it: the question, the refusal without a terminal, and what is left behind. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node-pty';
import { expect, test as plain } from 'vitest';
import { BINARY, TestHome } from '../../rig/home/binary.js';

/** A project with a repository, and a home folder. */
const test = plain.extend<{ place: TestHome & { project: string; env: Record<string, string> } }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  place: async ({}, use) => {
    const home = new TestHome();
    const project = join(home.dir, 'shop');
    mkdirSync(join(project, '.git'), { recursive: true });
    mkdirSync(join(home.dir, 'me'));
    await use(Object.assign(home, { project, env: { HOME: join(home.dir, 'me'), PATH: process.env.PATH ?? '' } }));
    await home.close();
  },
});

test('without a terminal it shows the changes, names --yes and writes nothing; with it, it sets up and removes', async ({
  place,
}) => {
  const { project: cwd, env } = place;
  const run = (...args: string[]) => place.run(['init', ...args], { cwd: join(cwd, '.git'), env });
  const refused = await run('claude');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(refused.stderr).not.toContain('hint');
  expect(refused.stdout).toContain('+++ b/');
  expect(readdirSync(cwd)).toEqual(['.git']);
  expect(await run('claude', '--dry-run')).toMatchObject({ code: 0, stderr: 'Nothing was written.\n' });
  expect(readdirSync(cwd)).toEqual(['.git']);

  const done = await run('claude', '--yes', '--team', '--json');
  expect(JSON.parse(done.stdout).init).toMatchObject({ scope: 'project', agents: ['claude'], conflicts: [] });
  expect(readdirSync(cwd).sort()).toEqual(['.claude', '.git', '.mcp.json', '.synapse', 'CLAUDE.md', 'synapse.yaml']);
  expect(readdirSync(join(place.dir, 'me'))).toEqual([]);
  expect(existsSync(place.home)).toBe(false);
  expect(await run('claude')).toMatchObject({ code: 0, stdout: '', stderr: 'Everything is set up already: claude.\n' });
  writeFileSync(join(cwd, 'synapse.yaml'), '# mine\n');
  expect((await run('claude', '--team', '--yes')).stderr).toContain('synapse.yaml exists already');
  expect(readFileSync(join(cwd, 'synapse.yaml'), 'utf8')).toBe('# mine\n');
  expect(await run('--remove', '--yes')).toMatchObject({ code: 0, stderr: 'Removed Synapse from: claude.\n' });
  expect(readdirSync(cwd).sort()).toEqual(['.git', 'synapse.yaml']);
});

test('wrong words are explained', async ({ place }) => {
  const { project: cwd, env } = place;
  const said = async (args: string[], more = {}) => (await place.run(['init', ...args], { cwd, env, ...more })).stderr;
  expect(await said(['cluade'])).toContain('Did you mean: claude');
  expect(await said(['claude', '--user', '--project'])).toContain('not both');
  expect(await said(['claude', '--project'], { cwd: env.HOME })).toContain('The home folder is not a project.');
  writeFileSync(join(cwd, '.mcp.json'), '{\n  "mcpServers": {,}\n}\n');
  expect(await said(['claude', '--yes'])).toMatch(/^error: Cannot edit \.mcp\.json:2:18: This is not valid JSON/);
  expect(readdirSync(cwd).sort()).toEqual(['.git', '.mcp.json']);
});

test.each([
  ['y', ['.claude', '.git', '.mcp.json', '.synapse', 'CLAUDE.md']],
  ['n', ['.git']],
])('on a terminal it asks, and takes %s for an answer', async (answer, files) => {
  const home = new TestHome();
  try {
    const cwd = join(home.dir, 'shop');
    mkdirSync(join(cwd, '.git'), { recursive: true });
    const env = { ...(home.environment() as Record<string, string>), HOME: home.dir };
    const terminal = spawn(process.execPath, [BINARY, 'init', 'claude'], { cols: 120, rows: 40, cwd, env });
    let text = '';
    terminal.onData((chunk) => {
      if (!text.includes('[y/N]') && `${text}${chunk}`.includes('[y/N]')) terminal.write(`${answer}\r`);
      text += chunk;
    });
    const { exitCode } = await new Promise<{ exitCode: number }>((resolve) => terminal.onExit(resolve));
    expect(text).toContain('Write these changes?');
    expect({ exitCode, files: readdirSync(cwd).sort() }).toEqual({ exitCode: answer === 'y' ? 0 : 1, files });
  } finally {
    await home.close();
  }
});
