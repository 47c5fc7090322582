/** The demo, the live list and the other commands for setup, as a person at a terminal and a script see them. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn as spawnPty } from 'node-pty';
import { expect } from 'vitest';
import { processesWithEnvironment } from '../../../src/processes.js';
import { VERSION } from '../../../src/version.js';
import { BINARY } from '../../rig/home/binary.js';
import { finished, type Home, type Result, test } from '../../rig/home/home.js';
import { occupy } from '../../rig/home/listeners.js';
import { killDaemon } from '../../rig/home/processes.js';

/** The demo creates its home in the temporary folder, so a temporary folder of our own shows whether anything is left. */
function temporaryFolder(home: Home): string {
  const dir = join(home.dir, 'tmp');
  mkdirSync(dir, { recursive: true });
  return dir;
}

async function nothingIsLeft(tmp: string): Promise<void> {
  expect(readdirSync(tmp)).toEqual([]);
  await expect.poll(() => processesWithEnvironment('TMPDIR', tmp)).toEqual([]);
}

function expectWholeDemo({ code, stdout, stderr }: Result): void {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/ada │ \[A2A:[0-9a-f]{8}:you\] Is the release ready\?/);
  expect(stdout).toMatch(/rex │ \[A2A:[0-9a-f]{8}:ada\] Do the tests pass\?/);
  expect(stdout).toContain('you │ Yes. Rex says: 212 of 212 pass.');
  expect(stdout).toContain('you │ Shipped.');
  expect(stdout).not.toContain('\x1b');
}

/** A command on a terminal of its own. */
class OnTerminal {
  output = '';
  readonly ended: Promise<number>;
  readonly #pty;

  constructor(home: Home, args: readonly string[], env: Record<string, string> = {}) {
    const environment = home.environment(env) as Record<string, string>;
    this.#pty = spawnPty(process.execPath, [BINARY, ...args], { cols: 120, rows: 30, cwd: home.dir, env: environment });
    this.#pty.onData((chunk) => {
      this.output += chunk;
    });
    this.ended = new Promise((resolve) => this.#pty.onExit(({ exitCode }) => resolve(exitCode)));
  }

  async shows(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.output).toMatch(text);
  }

  press(keys: string): void {
    this.#pty.write(keys);
  }
}

const CTRL_C = '\x03';

test('demos at once and one after another show a whole exchange each, and leave nothing', async ({ home }) => {
  const tmp = temporaryFolder(home);
  for (const demos of [2, 1]) {
    const runs = Array.from({ length: demos }, () => home.run(['demo'], { env: { TMPDIR: tmp } }));
    for (const result of await Promise.all(runs)) expectWholeDemo(result);
    await nothingIsLeft(tmp);
  }
  expect((await home.run(['list'])).stdout).toBe('');
});

test('in Japanese, the demo, the columns of tables and the words of status are Japanese', async ({ home }) => {
  const env = { TMPDIR: temporaryFolder(home), SYNAPSE_LANG: 'ja' };
  const { code, stdout } = await home.run(['demo'], { env });
  expect(code).toBe(0);
  expect(stdout).toContain('you │ はい。Rex の返事: 212 件中 212 件が成功しました。');
  const isCode =
    /^(synapse|send|start|tasks?|list|reply|ada|rex|you|shell|ready|completed|answered|response|ask|to|id)$/;
  const words = stdout.replace(/[\w/.-]*\/[\w/.-]*|\$PATH/g, '').match(/\b[a-z]{2,}\b/g) ?? [];
  expect(words.filter((word) => !isCode.test(word) && !/\d|^[a-f]+$/.test(word))).toEqual(['export']);
  await home.agent('rex');
  const status = (await home.run(['status', 'rex'], { env })).stdout;
  expect(status).toContain('受信待ち 0 件, 送信待ち 0 件, 未返信の依頼 0 件');
  expect(status).toMatch(/^セッション +task: ready$/m);
  expect(status.match(/^[a-z ]{2,}? {2}/gm)).toBeNull();
  expect((await home.run(['list'], { env })).stdout).toMatch(/^ID +プログラム +役割 +状態 +作業 +稼働$/m);
});

test('the demo works in a folder that cannot be written, inside an agent’s environment, and with its ports taken', async ({
  home,
}) => {
  for (let port = 8150; port <= 8169; port += 1) await occupy(port, '127.0.0.1');
  const tmp = temporaryFolder(home);
  const env = { TMPDIR: tmp, SYNAPSE_AGENT_ID: 'somebody', SYNAPSE_INSTANCE: 'some-run', SYNAPSE_AGENT_TYPE: 'shell' };
  expectWholeDemo(await home.run(['demo'], { env, cwd: '/proc' }));
  await nothingIsLeft(tmp);
});

test('in a deleted folder the demo works, and commands that need the folder say so', async ({ home }) => {
  const tmp = temporaryFolder(home);
  const gone = join(home.dir, 'gone');
  const inGone = (command: string) =>
    finished(
      spawn('sh', ['-c', `cd ${gone} && rmdir ${gone} && exec "$0" "$1" ${command}`, process.execPath, BINARY], {
        env: home.environment({ TMPDIR: tmp }),
      }),
    );
  mkdirSync(gone);
  expectWholeDemo(await inGone('demo'));
  await nothingIsLeft(tmp);
  mkdirSync(gone);
  expect(await inGone('start shell -- cat')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/The current folder no longer exists[\s\S]*another folder/),
  });
});

test.for(['Ada and Rex', 'Is the release ready', 'Then ship it'])(
  'Ctrl-C in the demo after "%s" cleans up and exits 130',
  async (moment, { home }) => {
    const tmp = temporaryFolder(home);
    const demo = new OnTerminal(home, ['demo'], { TMPDIR: tmp });
    await demo.shows(moment);
    demo.press(CTRL_C);
    expect(await demo.ended).toBe(130);
    await nothingIsLeft(tmp);
    expect(demo.output).not.toContain('error:');
  },
);

test('pressing Ctrl-C again and again does not keep the demo from cleaning up', async ({ home }) => {
  const tmp = temporaryFolder(home);
  const demo = new OnTerminal(home, ['demo', 'team'], { TMPDIR: tmp });
  await demo.shows('synapse up');
  demo.press(CTRL_C);
  const again = setInterval(() => demo.press(CTRL_C), 50);
  expect(await demo.ended.finally(() => clearInterval(again))).toBe(130);
  await nothingIsLeft(tmp);
});

test('a SIGTERM while the demo starts its agents cleans up, too', async ({ home }) => {
  const tmp = temporaryFolder(home);
  const demo = home.start(['demo'], { env: { TMPDIR: tmp } });
  const done = finished(demo);
  demo.stdout.once('data', () => demo.kill('SIGTERM'));
  expect((await done).code).toBe(130);
  await nothingIsLeft(tmp);
});

test('the demo leaves nothing running if its output is piped into head', async ({ home }) => {
  const tmp = temporaryFolder(home);
  const demo = home.start(['demo'], { env: { TMPDIR: tmp } });
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  demo.stdout.on('data', (text) => String(text).includes('You ask Ada') && demo.stdout.destroy());
  expect(await ended).toBe(0);
  await nothingIsLeft(tmp);
});

test('list --watch on a terminal shows who comes and goes, and Ctrl-C gives the terminal back', async ({ home }) => {
  const watching = new OnTerminal(home, ['list', '--watch', '-a']);
  await watching.shows(/Press q to quit/);
  expect(watching.output).toContain('\x1b[?25l');
  const agent = await home.agent('newcomer');
  await watching.shows(/newcomer.*ready/);
  process.kill(agent.entry.pid, 'SIGKILL');
  await watching.shows(/newcomer.*dead/);
  await home.run(['stop', 'newcomer']);
  await watching.shows(/newcomer.*stopped/);
  watching.press(CTRL_C);
  expect(await watching.ended).toBe(130);
  expect(watching.output.lastIndexOf('\x1b[?25h')).toBeGreaterThan(watching.output.lastIndexOf('\x1b[?25l'));
});

test('list --watch is plain when piped, a table per change', async ({ home }) => {
  const watching = home.start(['list', '--watch']);
  const done = finished(watching);
  let seen = '';
  watching.stdout.on('data', (chunk: string) => {
    seen += chunk;
  });
  await home.agent('newcomer');
  await expect.poll(() => seen).toMatch(/newcomer +shell .*ready/);
  watching.kill('SIGINT');
  expect(await done).toMatchObject({ code: 130, stderr: '' });
  expect(seen).not.toContain('\x1b');
});

test('list has colors on a terminal, and none with NO_COLOR, --no-color or when piped', async ({ home }) => {
  await home.agent('worker');
  const onTerminal = async (args: readonly string[], env: Record<string, string> = {}) => {
    const listing = new OnTerminal(home, args, env);
    expect(await listing.ended).toBe(0);
    await listing.shows('worker');
    return listing.output;
  };
  expect(await onTerminal(['list'])).toContain('\x1b[');
  expect(await onTerminal(['list'], { NO_COLOR: '1' })).not.toContain('\x1b');
  expect(await onTerminal(['list', '--no-color'])).not.toContain('\x1b');
  expect((await home.run(['list'])).stdout).not.toContain('\x1b');
});

test('--version prints the version and nothing else', async ({ home }) => {
  expect(await home.run(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
});

test.for(['bash', 'zsh', 'fish'])(
  'the %s completion is a script that this shell understands',
  async (shell, { home, skip }) => {
    if (spawnSync(shell, ['-c', 'true']).status !== 0) skip(`${shell} is not installed`);
    const { code, stdout } = await home.run(['completion', shell]);
    expect(code).toBe(0);
    const file = join(home.dir, 'completion');
    writeFileSync(file, stdout);
    const checked = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    expect({ status: checked.status, stderr: checked.stderr }).toEqual({ status: 0, stderr: '' });
  },
);

test('prune deletes old tasks of running agents and says how many', async ({ home }) => {
  const [writer, reader] = [await home.agent('writer'), await home.agent('reader')];
  const waiting = writer.synapse('send', 'reader', 'old?', '--response');
  await reader.line('old?');
  await reader.synapse('reply', 'old');
  await waiting;
  const open = await writer.synapse('send', 'reader', 'open?', '--response', '--no-wait');
  await reader.line('open?');
  expect(await home.json(['prune'])).toMatchObject({ deleted: { tasks: 0 } });
  const { deleted } = (await home.json(['prune', '--older-than', '0s'])) as { deleted: { tasks: number } };
  expect(deleted.tasks).toBeGreaterThanOrEqual(2);
  expect((await writer.call(`/tasks/${open.stdout.trim()}`)).body.task).toMatchObject({ state: 'working' });
  await reader.synapse('reply', 'still open');
  expect(await writer.synapse('tasks', 'wait', open.stdout.trim())).toMatchObject({ code: 0, stdout: 'still open\n' });
});

test('doctor finds nothing wrong in a fresh home, and exits 0', async ({ home }) => {
  await home.agent('worker');
  const { findings, healthy } = (await home.json(['doctor'])) as {
    healthy: boolean;
    findings: { level: string; subject: string; remedy: string | null }[];
  };
  expect(healthy).toBe(true);
  // Whether the command is on the PATH, and how full the disk is, depends on this machine.
  const others = findings.filter(({ subject }) => subject !== 'PATH' && subject !== 'home');
  expect(others.map(({ level }) => level)).toEqual(others.map(() => 'ok'));
  for (const { level, remedy } of findings) expect(remedy === null).toBe(level === 'ok');
});

test('doctor names a dead agent and what to do about it', async ({ home }) => {
  const { entry } = await home.agent('victim');
  await killDaemon(entry);
  const { stdout } = await home.run(['doctor']);
  expect(stdout).toMatch(/warning +victim: its daemon died.*\n +→ .*synapse stop victim/);
  expect(stdout).toContain('registry: 1 agent\n');
});
