/** Sandboxed commands, and daemons that are killed or frozen. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { descendantsOf } from '../../../src/processes.js';
import { terminalsOf } from '../../../src/registry/entry.js';
import { BINARY } from '../../rig/home/binary.js';
import { type Agent, finished, type Home, type Result, test } from '../../rig/home/home.js';
import { canForbidSockets, canHaveOwnPids, inSandbox } from '../../rig/machine/sandbox.js';
import { signalAll } from '../../rig/processes/signal.js';

const spoolOf = (home: Home, id: string) => terminalsOf(home.entry(id))[0]?.spool ?? '';

/**
 * In the environment of the agent, but not as a child of its program, which ends with its daemon. The watchdog ends the
 * command too, but the first process of a sandbox with pids of its own not before it had time to say why.
 */
function sandboxedBeside(home: Home, { id }: Agent, args: readonly string[]): Promise<Result> {
  const { instance } = home.entry(id);
  const own = [`SYNAPSE_AGENT_ID=${id}`, `SYNAPSE_INSTANCE=${instance}`, `SYNAPSE_SPOOL=${spoolOf(home, id)}`];
  const [file = '', ...words] = inSandbox(['env', ...own, process.execPath, BINARY, ...args]);
  return finished(spawn(file, words, { cwd: home.dir, env: home.environment() }));
}

const shortIdIn = (line: string) => /\[A2A:([0-9a-f]{8}):/.exec(line)?.[1] ?? '';

describe.runIf(canForbidSockets)('in a sandbox', () => {
  test.runIf(canHaveOwnPids)('a command that waits is told when its daemon is killed', async ({ home }) => {
    const [ada, rex] = await Promise.all([home.agent('ada'), home.agent('rex')]);
    const folder = spoolOf(home, 'ada');
    const waiting = sandboxedBeside(home, ada, ['send', 'rex', 'Are you there?', '--response']);
    const id = shortIdIn(await rex.line('Are you there?'));
    process.kill(ada.entry.pid, 'SIGKILL');
    const { code, stdout, stderr } = await waiting;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('it ended while the command was waiting');
    expect(stderr).toContain(`synapse tasks wait ${id}`);
    expect(existsSync(folder)).toBe(false);
  });

  test('a frozen daemon doubles nothing, and what waits goes on when it wakes up', async ({ home }) => {
    const [ada, rex] = await Promise.all([home.agent('ada'), home.agent('rex')]);
    const waiting = sandboxedBeside(home, ada, ['send', 'rex', 'the first', '--response']);
    const id = shortIdIn(await rex.line('the first'));
    process.kill(ada.entry.pid, 'SIGSTOP');
    const refused = await sandboxedBeside(home, ada, ['send', 'rex', 'the second']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Nothing was sent.');
    process.kill(ada.entry.pid, 'SIGCONT');
    expect((await sandboxedBeside(home, ada, ['send', 'rex', 'the second'])).code).toBe(0);
    await rex.line('the second');
    await rex.synapse('reply', '--to', id, 'here');
    expect(await waiting).toEqual({ code: 0, stdout: 'here\n', stderr: '' });
    expect(rex.lines().map((line) => line.replace(/^\[.*?\] /, ''))).toEqual(['the first', 'the second']);
  });
});

test('the next start removes the spool folder of a daemon that was killed together with its watchdog', async ({
  home,
}) => {
  const ada = await home.agent('ada');
  const folder = spoolOf(home, 'ada');
  const { pid, programPid } = ada.entry;
  const watchdogs = descendantsOf([pid]).filter((each) => each !== programPid);
  signalAll([...watchdogs, pid], 'SIGKILL');
  expect(existsSync(folder)).toBe(true);
  await home.agent('ada');
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(spoolOf(home, 'ada'))).toBe(true);
});
