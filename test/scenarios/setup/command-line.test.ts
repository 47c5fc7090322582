/** What the commands of a message print, and how they exit. */
import { readdirSync, readlinkSync } from 'node:fs';
import { expect } from 'vitest';
import { type Agent, finished, type Home, test as testWithProcesses } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';
import { stretched } from '../../rig/times.js';

async function agents<const Ids extends readonly string[]>(
  home: Home,
  ...ids: Ids
): Promise<{ [At in keyof Ids]: Agent }> {
  return (await Promise.all(ids.map((id) => home.agent(id)))) as { [At in keyof Ids]: Agent };
}

const idIn = (line: string) => /^\[A2A:(.{8}):/.exec(line)?.[1] as string;

test('a wait that times out exits with 4 and leaves the task open for a later wait', async ({ home }) => {
  const [asker, helper] = await agents(home, 'asker', 'helper');
  // Long enough for the message to arrive on a busy machine, because otherwise the exit code differs.
  const wait = String(Math.ceil((await stretched(2_000)) / 1_000));
  const waited = await asker.synapse('send', 'helper', 'take your time', '--response', '--wait', wait);
  const id = idIn(await helper.line('take your time'));
  expect(waited).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining(`synapse tasks wait ${id}`) });
  expect(await asker.synapse('tasks', 'wait', id, '--wait', '0.2')).toMatchObject({ code: 4, stdout: '' });
  const later = asker.synapse('tasks', 'wait', id);
  await helper.synapse('reply', 'done now');
  expect(await later).toEqual({ code: 0, stdout: 'done now\n', stderr: '' });
});

test('Ctrl-C ends the wait with 130, not the task, and a later wait gets the answer', async ({ home }) => {
  const [, helper] = await agents(home, 'asker', 'helper');
  const command = home.start(['send', 'helper', 'how many?', '--response', '--from', 'asker']);
  const ended = finished(command);
  const id = idIn(await helper.line('how many?'));
  command.kill('SIGINT');
  expect(await ended).toMatchObject({
    code: 130,
    stdout: '',
    stderr: expect.stringContaining(`synapse tasks wait ${id}`),
  });
  expect(await helper.synapse('reply', 'four')).toMatchObject({ code: 0 });
  expect(await home.run(['tasks', 'wait', id, '--from', 'asker'])).toMatchObject({ code: 0, stdout: 'four\n' });
});

testWithProcesses('Ctrl-C before the daemon has named the task waits for the id and prints it', async ({ home }) => {
  const [asker] = await agents(home, 'asker', 'helper');
  process.kill(asker.entry.pid, 'SIGSTOP');
  const command = home.start(['send', 'helper', 'how many?', '--response', '--from', 'asker']);
  const ended = finished(command);
  await expect.poll(() => hasOpenSocket(command.pid as number)).toBe(true);
  command.kill('SIGINT');
  process.kill(asker.entry.pid, 'SIGCONT');
  const { code, stderr } = await ended;
  expect(code).toBe(130);
  const id = /synapse tasks wait (\w+)/.exec(stderr)?.[1] as string;
  expect(await home.run(['tasks', 'cancel', id, '--from', 'asker'])).toMatchObject({ code: 0 });
});

/** Beyond what it was started with. */
function hasOpenSocket(pid: number): boolean {
  return readdirSync(`/proc/${pid}/fd`).some(
    (fd) => Number(fd) > 2 && linkOf(`/proc/${pid}/fd/${fd}`).startsWith('socket:'),
  );
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

test('tasks wait on an answered, a failed and a question task exits as the first wait would have', async ({ home }) => {
  const [asker, helper] = await agents(home, 'asker', 'helper');
  const ids: string[] = [];
  for (const flags of [[], ['--fail'], ['--ask']]) {
    const { stdout } = await asker.synapse('send', 'helper', 'well?', '--response', '--no-wait');
    ids.push(stdout.trim());
    await helper.line(`[A2A:${stdout.trim()}:`);
    await helper.synapse('reply', '--to', stdout.trim(), ...flags, 'my words');
  }
  const waits = await Promise.all(ids.map((id) => asker.synapse('tasks', 'wait', id)));
  expect(waits.map(({ code }) => code)).toEqual([0, 1, 6]);
  expect([waits[0]?.stdout, waits[2]?.stdout]).toEqual(['my words\n', 'my words\n']);
});

test('exit codes: 2 for a usage error, 3 for not found, 5 for a target that is down', async ({ home }) => {
  const [asker] = await agents(home, 'asker', 'helper');
  const codes: [number, ...string[]][] = [
    [2, 'send'],
    [2, 'send', 'helper', 'two', 'words'],
    [2, 'send', 'helper', 'x', '--priority', '9'],
    [2, 'send', 'helper', 'x', '--until', 'someday'],
    [2, 'send', 'helper', 'x', '--wait', 'long'],
    [2, 'send', 'helper', 'x', '--nonsense'],
    [2, 'send', 'asker', 'to myself'],
    [2, 'reply', '--ask', '--fail', 'x'],
    [3, 'send', 'nobody', 'x'],
    [3, 'send', 'helper', 'x', '--from', 'nobody'],
    [3, 'send', 'helper', 'x', '--task', 'ffffffff'],
    [3, 'reply', 'x'],
    [3, 'reply', '--to', 'ffffffff', 'x'],
    [3, 'show', 'ffffffff'],
    [3, 'tasks', 'wait', 'ffffffff'],
    [3, 'tasks', 'cancel', 'ffffffff'],
  ];
  for (const [code, ...args] of codes) {
    const result = await asker.synapse(...args);
    expect({ args, code: result.code, stdout: result.stdout }).toEqual({ args, code, stdout: '' });
    expect(result.stderr).toMatch(/^error: .+/);
  }
  await home.stop('helper');
  expect(await asker.synapse('send', 'helper', 'x')).toMatchObject({ code: 5 });
  expect(await asker.synapse('send', 'helper', 'x', '--until', 'submitted', '--wait', '0.1')).toMatchObject({
    code: 5,
  });
});

test('a hint names the command that was typed, and an error the thing that is missing', async ({ home }) => {
  const stderr = async (...words: string[]) => (await home.run(words)).stderr;
  expect(await stderr('send', 'rex', '')).toContain('hint: Run `synapse send --help` to see how to use it.');
  expect(await stderr('token', 'create')).toContain('hint: Run `synapse token create --help` to see');
  expect(await stderr('work', 'approve', 'tsk_1')).toContain('error: There is no work task tsk_1.');
  expect(await stderr('agent', 'tree')).toContain('There are no agents in projects yet.');
  expect(await stderr('project', 'create', 'a b')).toContain('error: "a b" is not a valid id.');
});

test('a message with the latest possible expiry can be sent and shown', async ({ home }) => {
  const [asker] = await agents(home, 'asker', 'helper');
  const sent = await asker.synapse('send', 'helper', 'x', '--response', '--no-wait', '--expires', '100000000d');
  expect(sent).toMatchObject({ code: 0 });
  expect(await asker.synapse('show', sent.stdout.trim())).toMatchObject({ code: 0 });
  expect(await asker.synapse('tasks')).toMatchObject({ code: 0, stdout: expect.stringContaining('helper') });
});

test('send --until waits for that receipt', async ({ home }) => {
  const [asker, helper] = await agents(home, 'asker', 'helper');
  await home.pause('helper');
  expect(await asker.synapse('send', 'helper', 'one', '--until', 'delivered')).toMatchObject({ code: 0 });
  expect(await asker.synapse('send', 'helper', 'two', '--until', 'submitted', '--wait', '1')).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/^helper: held \(paused\) so far. To check again: synapse show [0-9a-f]{8}\n$/),
  });
  const waiting = asker.synapse('send', 'helper', 'three', '--until', 'submitted');
  const changes = await helper.changes();
  const { body } = await helper.call('/tasks');
  if (body.tasks.length < 3) await changes.until((change) => change.receipt?.state === 'held');
  await home.resume('helper');
  expect(await waiting).toMatchObject({ code: 0 });
  expect(await helper.transcript.count(3)).toHaveLength(3);
  changes.stop();
});

test('- reads stdin to its end and drops one newline, and only with - is stdin read', async ({ home }) => {
  const [asker, helper] = await agents(home, 'asker', 'helper');
  const text = async (input: string) => {
    const { stdout } = await asker.inside(['synapse', 'send', 'helper', '-', '--json'], { input });
    return JSON.parse(stdout).task.message.text;
  };
  expect(await text('one\ntwo\n')).toBe('one\ntwo');
  expect(await text('one\n\n')).toBe('one\n');
  expect(await text('no newline')).toBe('no newline');
  const rest = await asker.inside(['sh', '-c', 'synapse send helper hello >/dev/null 2>&1; cat'], {
    input: 'not read',
  });
  expect(rest.stdout).toBe('not read');
  const command = home.start(['send', 'helper', 'stdin stays open', '--from', 'asker']);
  expect(await finished(command)).toMatchObject({ code: 0 });
  await helper.line('stdin stays open');
});

test('stdout is the answer and nothing else, quiet or not', async ({ home }) => {
  const [asker] = await agents(home, 'asker', 'helper');
  const spoken = await asker.synapse('send', 'helper', 'hello');
  expect(spoken).toMatchObject({ stdout: expect.stringMatching(/^[0-9a-f]{8}\n$/), stderr: 'Delivered to helper.\n' });
  const quiet = await asker.synapse('send', 'helper', 'hello', '--quiet');
  expect(quiet).toMatchObject({ stdout: expect.stringMatching(/^[0-9a-f]{8}\n$/), stderr: '' });
});

test('--json prints what the API returns', async ({ home }) => {
  const [asker, helper] = await agents(home, 'asker', 'helper');
  const json = async (agent: Agent, ...args: string[]) => JSON.parse((await agent.synapse(...args, '--json')).stdout);
  const task = (fields: object) => ({
    task: expect.objectContaining({
      id: expect.any(String),
      short_id: expect.any(String),
      receipts: expect.any(Array),
      ...fields,
    }),
  });
  expect(await json(asker, 'send', 'helper', 'plain')).toEqual(
    task({ response_expected: false, direction: 'outgoing' }),
  );
  const waiting = json(asker, 'send', 'helper', 'well?', '--response');
  const id = idIn(await helper.line('well?'));
  expect(await json(helper, 'reply', 'well')).toEqual(
    task({ direction: 'incoming', state: 'completed', sender_task_id: expect.stringContaining(id) }),
  );
  expect(await waiting).toEqual(
    task({ state: 'completed', reply: expect.objectContaining({ text: 'well', from: 'helper' }) }),
  );
  expect(await json(asker, 'show', id)).toEqual(task({ short_id: id }));
  expect(await json(asker, 'tasks')).toEqual({ tasks: [expect.objectContaining({ short_id: id })], next: null });
  expect(await json(helper, 'tasks', '--limit', '1')).toEqual({
    tasks: [expect.objectContaining({ sender_task_id: expect.stringContaining(id) })],
    next: expect.any(String),
  });
  expect(await json(asker, 'reply', '--list-targets')).toEqual({ targets: [] });
  const { agents: list } = await json(asker, 'list');
  expect(list.map((agent: { id: string }) => agent.id).sort()).toEqual(['asker', 'helper']);
  const refused = await json(asker, 'send', 'nobody', 'x');
  expect(refused).toMatchObject({ error: 'agent_not_found', hint: expect.any(String) });
  expect(refused).not.toHaveProperty('success');
});

test('a person in a plain shell asks, is asked and answers', async ({ home }) => {
  const helper = await home.agent('helper');
  const waiting = home.run(['send', 'helper', 'are you there?', '--response']);
  expect(await helper.line('are you there?')).toMatch(/:tester\] are you there\?$/);
  await helper.synapse('reply', 'yes');
  expect(await waiting).toMatchObject({ code: 0, stdout: 'yes\n' });
  const asking = helper.synapse('send', 'tester', 'may I?', '--response');
  const person = home.person();
  const changes = await person.changes();
  const { body } = await person.call('/inbox');
  if (body.messages.length === 0) await changes.until((change) => change.receipt?.state === 'delivered');
  changes.stop();
  expect((await home.run(['inbox', '--peek'])).stdout).toContain('may I?');
  expect((await home.run(['inbox'])).stdout).toContain('may I?');
  expect((await home.run(['inbox'])).stdout).toBe('');
  expect(await home.run(['reply', 'you may'])).toMatchObject({ code: 0 });
  expect(await asking).toMatchObject({ code: 0, stdout: 'you may\n' });
});
