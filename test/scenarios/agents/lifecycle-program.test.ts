/** The environment of a wrapped program, and which programs are refused. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { BINARY } from '../../rig/home/binary.js';
import { type Agent, type Home, json, testInSharedHome as test } from '../../rig/home/home.js';

async function environmentInside(agent: Agent): Promise<Map<string, string>> {
  const { stdout } = await agent.inside(['env', '-0']);
  return new Map(
    stdout
      .split('\0')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

test('the environment names the agent, its run, its type, its port, its home and its spool', async ({ home }) => {
  const agent = await home.agent('env-all');
  const found = await environmentInside(agent);
  const { id, instance, type, port } = agent.entry;
  expect(Object.fromEntries([...found].filter(([name]) => name.startsWith('SYNAPSE_')))).toEqual({
    SYNAPSE_AGENT_ID: id,
    SYNAPSE_INSTANCE: instance,
    SYNAPSE_AGENT_TYPE: type,
    SYNAPSE_PORT: String(port),
    SYNAPSE_HOME: home.home,
    SYNAPSE_SPOOL: agent.entry.terminals?.[0]?.spool,
    SYNAPSE_HUMAN: 'tester',
    // Given by the test, and handed down.
    SYNAPSE_PASSKEY_COST: '4',
  });
});

test('two runs of one agent have different instances', async ({ home }) => {
  const before = await home.agent('env-run');
  await home.run(['stop', 'env-run']);
  const after = await home.agent('env-run');
  expect((await environmentInside(after)).get('SYNAPSE_INSTANCE')).not.toBe(before.entry.instance);
});

test('an agent started from inside another one has its own identity', async ({ home }) => {
  const outer = await home.agent('outer');
  const file = join(home.dir, 'inner.env');
  const script = `env > ${file}.new; mv ${file}.new ${file}; cat`;
  expect(await outer.synapse('start', 'shell', '--id', 'inner', '--', 'sh', '-c', script)).toMatchObject({ code: 0 });
  await expect.poll(() => existsSync(file)).toBe(true);
  const found = readFileSync(file, 'utf8');
  expect(found).toContain('SYNAPSE_AGENT_ID=inner\n');
  expect(found).toContain(`SYNAPSE_INSTANCE=${home.entry('inner').instance}\n`);
  expect(found).not.toContain(outer.entry.instance);
});

test('synapse is on the PATH of the program, and is this one', async ({ home }) => {
  const agent = await home.agent('env-path');
  const { stdout } = await agent.inside(['sh', '-c', 'command -v synapse']);
  expect(realpathSync(stdout.trim())).toBe(realpathSync(BINARY));
});

test('the program inherits no open file of its daemon or of the command that started it', async ({ home }) => {
  const file = join(home.dir, 'descriptors');
  const script = `ls -l /proc/self/fd > ${file}.new; mv ${file}.new ${file}; cat`;
  const start = `exec 17</etc/hostname; exec "$@"`;
  const command = [process.execPath, BINARY, 'start', 'shell', '--id', 'clean', '--', 'sh', '-c', script];
  const child = spawn('bash', ['-c', start, 'sh', ...command], { env: home.environment(), stdio: 'ignore' });
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  await expect.poll(() => existsSync(file)).toBe(true);
  const open = [...readFileSync(file, 'utf8').matchAll(/(\d+) -> (.*)$/gm)].map(([, fd, target]) => `${fd} ${target}`);
  const terminal = /^0 (\/dev\/pts\/\d+)$/.exec(open[0] as string)?.[1];
  // The listing itself has its output and the folder it lists open.
  expect(open).toEqual([
    `0 ${terminal}`,
    `1 ${file}.new`,
    `2 ${terminal}`,
    expect.stringMatching(/^3 \/proc\/\d+\/fd$/),
  ]);
});

test('a command that dropped its environment is still known by the processes above it', async ({ home }) => {
  const [writer, reader] = [await home.agent('dropped'), await home.agent('dropped-reader')];
  const bare = ['env', '-i', `SYNAPSE_HOME=${home.home}`, process.execPath, BINARY];
  expect(await writer.inside([...bare, 'send', 'dropped-reader', 'who am I?'])).toMatchObject({ code: 0 });
  expect(await reader.line('who am I?')).toContain(':dropped] ');
});

test('a command with the environment of an earlier run is the person, and stderr says so', async ({ home }) => {
  const before = await home.agent('stale');
  const reader = await home.agent('stale-reader');
  await home.run(['stop', 'stale']);
  const env = { SYNAPSE_AGENT_ID: 'stale', SYNAPSE_INSTANCE: before.entry.instance };
  const sent = await home.run(['send', 'stale-reader', 'from a tmux server'], { env });
  expect(sent).toMatchObject({ code: 0, stderr: expect.stringContaining('stale, which is no longer running') });
  expect(await reader.line('from a tmux server')).toContain(':tester] ');
});

test('folder, variables, name and role are as given', async ({ home }) => {
  const cwd = join(home.dir, 'a folder');
  mkdirSync(cwd);
  const options = [
    '--cwd',
    cwd,
    '--env',
    'COLOR=deep blue',
    '--env',
    'EMPTY=',
    '--env',
    'PAIR=a=b',
    '--name',
    'nora',
    '--role',
    'reviews things',
  ];
  const agent = await home.agentByCommand('given', { options });
  const found = await environmentInside(agent);
  expect([found.get('COLOR'), found.get('EMPTY'), found.get('PAIR')]).toEqual(['deep blue', '', 'a=b']);
  expect((await agent.inside(['pwd'])).stdout).toBe(`${cwd}\n`);
  expect(await home.json(['status', 'nora'])).toMatchObject({ id: 'given', name: 'nora', role: 'reviews things', cwd });
});

test('a relative folder is resolved against the folder where the command runs', async ({ home }) => {
  mkdirSync(join(home.dir, 'below'), { recursive: true });
  const agent = await home.agentByCommand('relative', { options: ['--cwd', 'below'] });
  expect((await agent.inside(['pwd'])).stdout).toBe(`${join(home.dir, 'below')}\n`);
});

const PLAIN_FILE = fileURLToPath(import.meta.url);

const refused: [string, string[], number, string][] = [
  ['bash', ['--', 'bash'], 2, 'interactive shell'],
  ['sh -i', ['--', 'sh', '-i'], 2, 'interactive shell'],
  ['zsh behind env', ['--', 'env', 'A=1', 'zsh'], 2, 'interactive shell'],
  ['a program that is not there', ['--', 'no-such-program'], 1, 'not on the PATH'],
  ['a path that is not there', ['--', './no-such-program'], 1, 'no such file'],
  ['a file that is not executable', ['--', PLAIN_FILE], 1, 'not executable'],
  ['a folder as program', ['--', '/etc'], 1, 'not a file'],
  ['a folder that is not there', ['--cwd', '/no/such/folder', '--', 'cat'], 2, 'no folder /no/such/folder'],
  ['a file as folder', ['--cwd', PLAIN_FILE, '--', 'cat'], 2, `no folder ${PLAIN_FILE}`],
  ['a variable without a value', ['--env', 'COLOR', '--', 'cat'], 2, 'NAME=VALUE'],
  ['an id with a slash', ['--id', '../x', '--', 'cat'], 2, 'is not a valid id'],
];

test.for(refused)('%s is refused with a sentence, and nothing stays', async ([, args, code, sentence], { home }) => {
  const before = readdirSync(join(home.home, 'live')).sort();
  const result = await home.run(['start', 'shell', ...args]);
  expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) });
  expect(result.stderr).toContain('hint: ');
  expect(readdirSync(join(home.home, 'live')).sort()).toEqual(before);
});

test('a program that ends at once is refused with what it printed, and nothing stays', async ({ home }) => {
  const before = readdirSync(join(home.home, 'live')).sort();
  const start = () => home.run(['start', 'shell', '--id', 'short', '--', 'sh', '-c', 'echo the reason; exit 3']);
  // On a busy machine it can take longer to end than the moment in which that is noticed.
  const refused = { code: 1, stdout: '', stderr: expect.stringMatching(/the reason[\s\S]*hint: /) };
  await expect.poll(start, { interval: 1_000 }).toMatchObject(refused);
  expect(readdirSync(join(home.home, 'live')).sort()).toEqual(before);
});

const profile = (home: Home, name: string, text: string, dir = join(home.home, 'profiles')) => {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, `${name}.yaml`), text);
};

test('profiles lists the built-in ones and the user’s own, and path says where those are', async ({ home }) => {
  const { stdout } = await home.run(['profiles', 'path']);
  expect(stdout).toBe(`${join(home.home, 'profiles')}\n`);
  profile(home, 'parrot', 'command: cat\nline: true\nenv: { BIRD: grey }\n');
  const listed = await home.run(['profiles']);
  for (const name of ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'shell', 'parrot'])
    expect(listed.stdout).toContain(name);
  expect(await home.run(['profiles', 'show', 'parrot'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('BIRD'),
  });
});

test('a user’s profile sets program, variables, type and ports', async ({ home }) => {
  const file = join(home.dir, 'own.out');
  const script = `echo $BIRD $SYNAPSE_AGENT_TYPE $0 > ${file}.new; mv ${file}.new ${file}; cat`;
  profile(
    home,
    'owl',
    JSON.stringify({ name: 'owl', command: ['sh', '-c', script], line: true, env: { BIRD: 'brown' } }),
  );
  const started = json<{ id: string; type: string; port: number }>(
    await home.run(['start', 'owl', '--json', '--', 'argument']),
  );
  expect(started).toMatchObject({ type: 'owl', id: `synapse-owl-${started.port}` });
  expect(started.port).toBeGreaterThanOrEqual(8200);
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('brown owl argument\n');
  expect(await home.run(['send', 'owl', 'by its type'])).toMatchObject({ code: 0 });
});

test('a profile of the project around the folder wins over the user’s own', async ({ home }) => {
  const project = join(home.dir, 'project');
  profile(home, 'crow', 'command: [cat, own]\nline: true\n');
  profile(home, 'crow', 'command: [cat, project]\nline: true\n', join(project, '.synapse', 'profiles'));
  mkdirSync(join(project, 'deep', 'down'), { recursive: true });
  const show = async (cwd: string) =>
    ((await home.json(['profiles', 'show', 'crow'], { cwd })) as { profile: { command: string[] } }).profile.command;
  expect(await show(join(project, 'deep', 'down'))).toEqual(['cat', 'project']);
  expect(await show(home.dir)).toEqual(['cat', 'own']);
});

test('an unknown key in a profile is an error that names the place and the nearest known one', async ({ home }) => {
  profile(home, 'typo', 'command: cat\nline: true\ntyping:\n  max_char: 100\n');
  const result = await home.run(['start', 'typo']);
  expect(result).toMatchObject({ code: 2, stdout: '' });
  expect(result.stderr).toContain(`typo.yaml:4:3`);
  expect(result.stderr).toContain('did you mean "max_chars"?');
  expect(await home.run(['doctor'])).toMatchObject({ code: 1, stdout: expect.stringContaining('max_chars') });
  expect((await home.run(['profiles'])).stdout).toContain('shell');
  expect(await home.run(['start', 'shell', '--id', 'beside', '--', 'cat'])).toMatchObject({ code: 0 });
});

test('an unknown profile names the nearest one', async ({ home }) => {
  expect(await home.run(['start', 'shel', '--', 'cat'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Did you mean shell?'),
  });
  expect(await home.run(['profiles', 'show', 'shel'])).toMatchObject({ code: 3 });
});

test('the name of a command cannot be the name of a profile', async ({ home }) => {
  profile(home, 'send', 'command: cat\nline: true\n');
  expect(await home.run(['start', 'send'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is the name of a command'),
  });
});
