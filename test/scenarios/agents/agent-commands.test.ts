/** The commands about agents, as a person and a script use them: what they print, how they exit, and what they leave. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { version as current } from '../../../package.json';
import { isSameProcess, processesWithEnvironment, startTimeOf } from '../../../src/processes.js';
import type { LiveEntry } from '../../../src/registry/entry.js';
import { ROOT } from '../../rig/home/binary.js';
import { finished, Home } from '../../rig/home/home.js';
import { Person } from '../../rig/home/person.js';

const home = new Home();

afterAll(() => home.close());

interface AgentRow {
  readonly id: string;
  readonly status: string;
  readonly name: string | null;
  readonly port: number;
}

async function start(
  id: string,
  command: readonly string[] = ['cat'],
  options: readonly string[] = [],
): Promise<LiveEntry> {
  const isPlain = options.length === 0;
  const agent = await home[isPlain ? 'agent' : 'agentByCommand'](id, { program: command, options });
  return agent.entry;
}

/** What the launcher keeps beside its bundles comes and goes. */
const isNoCache = (file: string) => !file.includes('.cjs.');

/** The command of another installation. */
function installed({ version }: { readonly version: string }): string {
  const dir = join(home.dir, version);
  for (const name of ['bin', 'dist']) cpSync(join(ROOT, name), join(dir, name), { recursive: true, filter: isNoCache });
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  for (const name of ['main.cjs', 'daemon.cjs'].map((file) => join(dir, 'dist', file))) {
    writeFileSync(name, readFileSync(name, 'utf8').replaceAll(`"${current}"`, `"${version}"`));
  }
  return join(dir, 'bin', 'synapse');
}

async function agents(): Promise<Map<string, AgentRow>> {
  const { agents: rows } = (await home.json(['list', '--all'])) as { agents: AgentRow[] };
  return new Map(rows.map((row) => [row.id, row]));
}

test('start prints the id on stdout and the rest on stderr', async () => {
  const result = await home.run(['start', 'shell', '--id', 'printer', '--', 'cat']);
  expect(result).toMatchObject({ code: 0, stdout: 'printer\n' });
  expect(result.stderr).toContain('synapse send printer');
});

test('start --json prints what a script needs', async () => {
  const { stdout } = await home.run(['start', 'shell', '--id', 'scripted', '--json', '--', 'cat']);
  expect(JSON.parse(stdout)).toEqual({
    id: 'scripted',
    type: 'shell',
    port: expect.any(Number),
    pid: expect.any(Number),
    program_pid: expect.any(Number),
    endpoint: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    socket: expect.stringContaining(home.home),
  });
});

test('an id that is running is not started twice', async () => {
  const first = await start('single');
  const second = await home.run(['start', 'shell', '--id', 'single', '--', 'cat']);
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toContain('single is already running');
  expect(isSameProcess(first)).toBe(true);
});

test('no program is started under the id of a person', async () => {
  await home.run(['inbox']);
  await home.run(['stop', 'tester']);
  expect(await home.run(['start', 'shell', '--id', 'tester', '--', 'cat'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('tester is a person'),
  });
});

test('an interactive shell is refused, and started when that is allowed', async () => {
  const refused = await home.run(['start', 'shell', '--id', 'risky', '--', 'sh']);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('--allow-shell');
  expect((await home.run(['start', 'shell', '--id', 'risky', '--allow-shell', '--', 'sh'])).code).toBe(0);
});

test.each([
  [['start', 'shell'], 2, 'Name the program after --'],
  [['start', 'shel', '--', 'cat'], 3, 'Did you mean shell?'],
  [['start', 'shell', '--id', 'a/b', '--', 'cat'], 2, 'is not a valid id'],
  [['start', 'shell', '--env', 'novalue', '--', 'cat'], 2, 'NAME=VALUE'],
  [['start', 'shell', '--cwd', '/nowhere', '--', 'cat'], 2, 'no folder /nowhere'],
  [['start', 'shell', '--id', 'x1', '--', '/nowhere/program'], 1, '/nowhere/program'],
  [['status', 'nobody'], 3, 'There is no agent nobody'],
  [['stop', 'nobody'], 3, 'There is no agent nobody'],
  [['stop'], 2, 'Name the agents to stop'],
  [['logs', 'nobody'], 3, 'There is no agent nobody'],
  [['token', 'revoke', 'nothing'], 3, 'no token named nothing'],
])('synapse %j fails with %i and a sentence', async (args, code, sentence) => {
  const result = await home.run(args);
  expect(result).toMatchObject({ code, stdout: '' });
  expect(result.stderr).toContain(sentence);
});

test('a failed command with --json prints the error as JSON on stdout', async () => {
  const { code, stdout, stderr } = await home.run(['status', 'nobody', '--json']);
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ error: 'agent_not_found', target: 'nobody' });
});

test('variables and folder reach the program', async () => {
  await start('env-agent', ['sh', '-c', 'echo "$COLOR in $PWD"; cat'], ['--env', 'COLOR=blue', '--cwd', home.dir]);
  await expect.poll(() => home.person('env-agent').screen()).toContain(`blue in ${home.dir}`);
});

test('pause, resume and rename show in the list', async () => {
  await start('worker-p');
  expect((await home.run(['pause', 'worker-p'])).code).toBe(0);
  expect((await agents()).get('worker-p')).toMatchObject({ status: 'paused' });
  expect((await home.run(['resume', 'worker-p'])).code).toBe(0);
  expect((await home.run(['rename', 'worker-p', 'patient'])).code).toBe(0);
  expect((await agents()).get('worker-p')).toMatchObject({ status: 'ready', name: 'patient' });
  expect(await home.json(['status', 'patient'])).toMatchObject({ id: 'worker-p', paused: false });
});

test('a name that is taken is refused', async () => {
  await start('worker-q');
  await start('worker-r', ['cat'], ['--name', 'rita']);
  const taken = await home.run(['rename', 'worker-q', 'rita']);
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('name or id of worker-r') });
  expect((await home.run(['start', 'shell', '--name', 'worker-q', '--', 'cat'])).code).toBe(1);
});

test('interrupt presses Ctrl-C in the terminal', async () => {
  await start('worker-i', ['sh', '-c', 'trap "echo interrupted" INT; echo trapped; while :; do sleep 0.05; done']);
  await expect.poll(() => home.person('worker-i').screen()).toContain('trapped');
  expect((await home.run(['interrupt', 'worker-i'])).code).toBe(0);
  await expect.poll(() => home.person('worker-i').screen()).toContain('interrupted');
});

test('stop leaves no process, entry or socket, and keeps a permanent address', async () => {
  const live = await start('worker-s', ['sh', '-c', 'trap "" HUP TERM; sleep 600 & setsid sleep 600 & cat; wait']);
  expect(await home.run(['stop', 'worker-s'])).toMatchObject({ code: 0, stdout: 'worker-s\n' });
  expect(isSameProcess(live)).toBe(false);
  expect(startTimeOf(live.programPid ?? 0)).toBeNull();
  expect(processesWithEnvironment('SYNAPSE_INSTANCE', live.instance)).toEqual([]);
  expect(existsSync(live.socket)).toBe(false);
  expect(existsSync(join(home.home, 'live', 'worker-s.json'))).toBe(false);
  expect((await agents()).get('worker-s')).toMatchObject({ status: 'stopped' });
  expect(await home.run(['stop', 'worker-s'])).toMatchObject({ code: 0, stderr: 'worker-s is not running.\n' });
});

test('stop ends a daemon that does not answer', async () => {
  const live = await start('worker-h');
  process.kill(live.pid, 'SIGSTOP');
  expect(await home.run(['stop', 'worker-h'])).toMatchObject({ code: 0 });
  expect(isSameProcess(live)).toBe(false);
  expect(processesWithEnvironment('SYNAPSE_INSTANCE', live.instance)).toEqual([]);
  expect(existsSync(live.socket)).toBe(false);
});

test('a daemon that was killed is dead in the list, and stop cleans up after it', async () => {
  const live = await start('worker-k');
  process.kill(live.pid, 'SIGKILL');
  await expect.poll(async () => (await agents()).get('worker-k')?.status).toBe('dead');
  expect((await home.run(['stop', 'worker-k'])).code).toBe(0);
  expect((await agents()).get('worker-k')).toMatchObject({ status: 'stopped' });
  expect(existsSync(live.socket)).toBe(false);
});

test('logs --daemon prints the last lines of the daemon, and follows', async () => {
  await start('worker-l');
  const { stdout } = await home.run(['logs', 'worker-l', '--daemon', '-n', '1']);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  const following = home.start(['logs', 'worker-l', '--daemon', '-f', '-n', '1']);
  const done = finished(following);
  await once(following.stdout, 'data');
  const added = once(following.stdout, 'data');
  await home.run(['stop', 'worker-l']);
  await added;
  following.kill('SIGINT');
  expect((await done).code).toBe(130);
});

test('logs prints what the program printed, without escape sequences, while it runs and when it has ended', async () => {
  const script =
    'printf "\\033[31mred\\033[0m\\033]0;title\\007 line\\n10%%\\r100%%\\nlast"; read -r line; echo "got $line"; exec cat';
  await home.run(['start', 'shell', '--id', 'worker-prints', '--', 'sh', '-c', script]);
  const printed = async (...more: readonly string[]) => (await home.run(['logs', 'worker-prints', ...more])).stdout;
  await expect.poll(() => printed()).toBe('red line\n100%\n');
  const following = home.start(['logs', 'worker-prints', '-f', '-n', '0']);
  const done = finished(following);
  let seen = '';
  following.stdout.on('data', (chunk) => {
    seen += chunk;
  });
  await home.run(['send', 'worker-prints', 'go']);
  await expect.poll(() => seen).toMatch(/^got \[A2A:.*\] go$/m);
  following.kill('SIGINT');
  expect((await done).code).toBe(130);
  await home.run(['stop', 'worker-prints']);
  expect(await printed('-n', '2')).toMatch(/^last\[A2A:.*\] go\ngot \[A2A:.*\] go\n$/);
  expect(await printed('--since', '1h', '-n', '1')).toMatch(/^got .* go\n$/);
  expect(await printed('--since', '2999-01-01')).toBe('');
});

test('list --watch prints a table per change when piped', async () => {
  const watching = home.start(['list', '--watch', '--json']);
  const done = finished(watching);
  await once(watching.stdout, 'data');
  await start('worker-w');
  let seen = '';
  watching.stdout.on('data', (chunk: string) => {
    seen += chunk;
  });
  await home.run(['pause', 'worker-w']);
  await expect.poll(() => seen).toMatch(/"id":"worker-w"[^\n]*?"status":"paused"/);
  watching.kill('SIGINT');
  expect((await done).code).toBe(130);
});

test('a corrupt registry file is named and hides nobody', async () => {
  const file = join(home.home, 'live', 'broken.json');
  writeFileSync(file, '{ half');
  onTestFinished(() => rmSync(file));
  await start('worker-c');
  const { code, stdout, stderr } = await home.run(['list']);
  expect(code).toBe(0);
  expect(stdout).toContain('worker-c');
  expect(stderr).toContain(file);
  const doctor = await home.run(['doctor']);
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining(file) });
});

test('a daemon of another version is named', async () => {
  const older = installed({ version: '0.0.9' });
  execFileSync(older, ['start', 'shell', '--id', 'worker-v', '--', 'cat'], {
    env: home.environment(),
    stdio: 'ignore',
  });
  const { stderr } = await home.run(['status', 'worker-v']);
  expect(stderr).toContain('worker-v runs Synapse 0.0.9');
});

test('prune removes what port-based agents left, and nothing that runs', async () => {
  const { stdout: id } = await home.run(['start', 'shell', '--', 'cat']);
  const live = await start('worker-x');
  await home.run(['stop', id.trim()]);
  expect(await home.json(['prune', '--older-than', '0s'])).toMatchObject({ deleted: { agents: 1 } });
  expect(readdirSync(join(home.home, 'agents'))).not.toContain(id.trim());
  expect(isSameProcess(live)).toBe(true);
});

test('a closed pipe (`| head`) is not a failure', async () => {
  const child = home.start(['completion', 'bash']);
  child.stdout.destroy();
  expect((await finished(child)).stderr).toBe('');
});

test('on a terminal, no command shows an instant as it is stored', async () => {
  await home.agent('worker-t');
  await home.run(['send', 'worker-t', 'when?', '--response', '--no-wait']);
  const { tasks } = (await home.json(['tasks'])) as { tasks: { short_id: string }[] };
  const commands = [
    ['status', 'worker-t'],
    ['show', tasks[0]?.short_id ?? ''],
    ['history'],
    ['logs', 'worker-t', '--daemon'],
  ];
  for (const words of commands) {
    const person = new Person(home, words, { cols: 120, rows: 60, env: { TZ: 'Asia/Tokyo' } });
    await person.ended;
    const shown = person.screen;
    expect([words[0], shown]).toEqual([words[0], expect.stringMatching(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)]);
    expect([words[0], shown]).not.toEqual([words[0], expect.stringMatching(/\d{4}-\d\d-\d\dT/)]);
  }
  expect((await home.run(['status', 'worker-t'])).stdout).toMatch(/\d{4}-\d\d-\d\dT/);
});
