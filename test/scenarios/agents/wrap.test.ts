/** `synapse <profile>`: a program in the foreground looks, feels and ends like the bare one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type Home, testInSharedHome as test } from '../../rig/home/home.js';
import { Person, type PersonOptions, RESTORED } from '../../rig/home/person.js';
import { GONE_WITHIN_MS, killDaemon, remainsOf } from '../../rig/home/processes.js';
import { stretched } from '../../rig/times.js';

const RECORDER = fileURLToPath(new URL('../../rig/programs/recorder.mjs', import.meta.url));
/** Everything on that a program can leave on. */
const EVERYTHING =
  '\\u001b[?1049h\\u001b[?1h\\u001b[?1000;1003;1006h\\u001b[?1004h\\u001b[?2004h\\u001b[>1u\\u001b[2;5r\\u001b[?6h\\u001b[?25l\\u001b[5 q\\u001b[31mfull';

function wrapped(home: Home, id: string, options: PersonOptions & { greeting?: string } = {}) {
  const file = join(home.dir, `${id}.bytes`);
  const command = [process.execPath, RECORDER, file, ...(options.greeting ? [options.greeting] : [])];
  const person = new Person(home, ['shell', '--id', id, '--', ...command], options);
  const read = () => (existsSync(file) ? Buffer.from(readFileSync(file, 'utf8'), 'hex') : Buffer.alloc(0));
  return { person, read };
}

test('the exit code of the program is the exit code of the command', async ({ home }) => {
  const person = new Person(home, ['shell', '--', 'sh', '-c', 'echo short words; exit 37']);
  expect(await person.ended).toEqual({ exitCode: 37, signal: 0 });
  expect(person.screen).toBe('short words');
  expect(person.cursor).toEqual({ column: 0, row: 2 });
});

test.for([
  ['TERM', 15],
  ['USR1', 10],
  ['QUIT', 3],
] as const)('a program ended by SIG%s ends the command by the same signal', async ([name, signal], { home }) => {
  const person = new Person(home, ['shell', '--', 'sh', '-c', `ulimit -c 0; kill -${name} $$; cat`]);
  expect(await person.ended).toMatchObject({ signal });
  expect(person.screen).toBe('');
});

test('the text stays where the program printed it, and the prompt comes on a new line', async ({ home }) => {
  const person = new Person(home, ['shell', '--', 'printf', 'no newline'], { before: '$ earlier\r\n' });
  expect(await person.ended).toMatchObject({ exitCode: 0 });
  expect(person.screen).toBe('$ earlier\nno newline');
  expect(person.cursor).toEqual({ column: 0, row: 3 });
  expect(person.output).toMatch(/\[synapse: synapse-shell-\d+; Ctrl-\] detaches\]\r\nno newline/);
});

test('a program that asks for the cursor position gets the one the person sees', async ({ home }) => {
  const { person, read } = wrapped(home, 'cursor', { before: 'one\r\ntwo\r\n', greeting: 'ready\\u001b[6n' });
  await person.sees('ready');
  await expect.poll(() => read().toString('latin1')).toBe('\x1b[4;6R');
  person.type('exit 0\r');
  await person.ended;
});

test('the program gets the size of the person’s terminal from the start, and every change', async ({ home }) => {
  const script = 'trap "stty size" WINCH; stty size; while :; do sleep 0.02; done';
  const person = new Person(home, ['shell', '--id', 'sized', '--', 'sh', '-c', script], { cols: 91, rows: 33 });
  await person.sees('33 91');
  person.resize(70, 20);
  await person.sees('20 70');
  expect(await home.json(['screen', 'sized'])).toMatchObject({ screen: { cols: 70, rows: 20 } });
  person.type('\x03');
  expect(await person.ended).toMatchObject({ signal: 2 });
});

test('every byte that is typed reaches the program as it is', async ({ home }) => {
  const { person, read } = wrapped(home, 'exact');
  await person.sees('ready');
  const keys =
    '\x03\x1a\x1c\x11\x13\x7f\x00\t\x1b[A\x1bOP\x1b[<0;10;5M\x1b[<0;10;5m\x1b[I\x1b[200~a\nb\x1d\x1b[93;5u\tc\x1b[201~日本語é👨‍👩‍👧\x1b';
  person.type(keys);
  await expect.poll(() => read().toString('hex')).toBe(Buffer.from(keys).toString('hex'));
  person.type('\rexit 5\r');
  expect(await person.ended).toMatchObject({ exitCode: 5 });
});

test('what the program prints is shown byte by byte, also wide characters and bare line feeds', async ({ home }) => {
  const { person } = wrapped(home, 'printed', { greeting: 'ab\\u65e5\\u672c|\\n\\u001b[1;38;2;1;2;3mx\\u001b[0m' });
  await expect.poll(() => person.output).toContain('x\x1b[0m');
  expect(Buffer.from(person.output, 'latin1').toString()).toContain('ab日本|\n\x1b[1;38;2;1;2;3mx\x1b[0m');
  person.type('exit 0\r');
  await person.ended;
  expect(person.screen).toBe('ab日本|\n       x');
});

test('Ctrl-C interrupts a program that reads lines, and not the command', async ({ home }) => {
  const script = 'trap "echo interrupted" INT; echo ready; while :; do read line && echo "got $line"; done';
  const person = new Person(home, ['shell', '--id', 'interrupted', '--', 'sh', '-c', script]);
  await person.sees('ready');
  person.type('\x03');
  await person.sees('interrupted');
  person.type('more\r');
  await person.sees('got more');
  await home.run(['stop', 'interrupted']);
  await person.ended;
  expect(person.screen).toContain('interrupted was stopped.');
});

test('the program gets the colors of the person’s terminal, and keys typed before it runs are not lost', async ({
  home,
}) => {
  const { person, read } = wrapped(home, 'colors', { greeting: 'ready\\u001b]11;?\\u001b\\\\\\\\' });
  person.type('early');
  await person.sees('ready');
  await expect.poll(() => read().toString('latin1')).toContain('\x1b]11;rgb:fefe/dcdc/baba\x1b\\');
  await expect.poll(() => read().toString('latin1')).toContain('early');
  expect(read().toString('latin1')).not.toContain('rgb:1212');
  person.type('\rexit 0\r');
  await person.ended;
});

test('a terminal that tells its colors late types nothing into the program, and answers what that has asked', async ({
  home,
}) => {
  const question = '\\u001b]11;?\\u001b\\\\\\\\';
  const { person, read } = wrapped(home, 'late', { greeting: `ready${question}`, tellsColorsLate: true });
  await person.sees('ready');
  person.type('before');
  person.tellColors();
  person.type('after\r');
  const answer = '\x1b]11;rgb:fefe/dcdc/baba\x1b\\';
  const heard = () => read().toString('latin1');
  await expect.poll(heard).toContain(answer);
  await expect.poll(() => heard().replace(answer, '')).toBe('beforeafter\r');
  person.type(`print ${question}again\r`);
  await person.sees('again');
  await expect.poll(() => heard().split(answer)).toHaveLength(3);
  expect(heard()).not.toContain('rgb:1212');
  person.type('exit 0\r');
  await person.ended;
});

test('if the terminal answers no questions, the screen starts empty and the program still starts', async ({ home }) => {
  const { person } = wrapped(home, 'mute', { isMute: true, before: 'earlier' });
  await person.sees(/^ready$/);
  person.type('exit 0\r');
  expect(await person.ended).toMatchObject({ exitCode: 0 });
});

test('questions are answered once, and never by the person’s terminal', async ({ home }) => {
  const questions = '\\u001b[c\\u001b[>c\\u001b[6n\\u001b[?u\\u001b[?2004$p\\u001b[18t';
  const { person, read } = wrapped(home, 'asked', { greeting: `${questions}ready` });
  await person.sees('ready');
  const asked = person.answers.length;
  await expect.poll(() => read().toString('latin1')).toContain('\x1b[8;24;80t');
  person.type('print \\u001b[6n\\u001b[cagain\r');
  await person.sees('again');
  await expect
    .poll(() =>
      read()
        .toString('latin1')
        .match(/\x1b\[\?[\d;]+c/g),
    )
    .toHaveLength(2);
  const heard = read().toString('latin1');
  expect(heard.match(/\x1b\[\d+;\d+R/g)).toHaveLength(2);
  expect(person.answers).toHaveLength(asked);
  person.type('exit 0\r');
  await person.ended;
});

const ends: [
  string,
  (person: Person, home: Home, id: string) => unknown,
  Partial<{ exitCode: number; signal: number }>,
][] = [
  ['the program exits', (person) => person.type('exit 9\r'), { exitCode: 9 }],
  ['the program is killed', (person) => person.type('signal SIGKILL\r'), { signal: 9 }],
  ['the command gets SIGTERM', (person) => person.kill('SIGTERM'), { signal: 15 }],
  ['the command gets SIGHUP', (person) => person.kill('SIGHUP'), { signal: 1 }],
  ['the command gets SIGINT', (person) => person.kill('SIGINT'), { signal: 2 }],
  ['the daemon is killed', (_, home, id) => killDaemon(home.entry(id)), { exitCode: 1 }],
  ['the person detaches', (person) => person.type('\x1b[93;5u'), { exitCode: 0 }],
];

test.for(ends.map((row, index) => [...row, index] as const))(
  'the terminal is as before when %s',
  async ([, end, how, index], { home }) => {
    const id = `restored-${index}`;
    const { person } = wrapped(home, id, { greeting: EVERYTHING, before: 'earlier\r\n' });
    await person.sees('full');
    expect(person.modes).toEqual({
      buffer: 'alternate',
      mouse: 'any',
      paste: true,
      focus: true,
      origin: true,
      applicationCursor: true,
    });
    await end(person, home, id);
    expect(await person.ended).toMatchObject(how);
    expect(person.modes).toEqual(RESTORED);
    expect(person.screen).toContain('earlier');
    for (const sequence of ['\x1b[<1u', '\x1b[r', '\x1b[0 q', '\x1b[0m'])
      expect(person.output.lastIndexOf(sequence)).toBeGreaterThan(person.output.lastIndexOf('full'));
    expect(person.output.lastIndexOf('\x1b[?25h')).toBeGreaterThan(person.output.lastIndexOf('\x1b[?25l'));
    await home.run(['stop', id]);
  },
);

test.for(['window', 'command'] as const)(
  'closing the %s ends the agent and all of its processes',
  async (what, { home }) => {
    const id = `closed-${what}`;
    const { person } = wrapped(home, id);
    await person.sees('ready');
    const entry = home.entry(id);
    if (what === 'window') person.hangUp();
    else person.kill('SIGKILL');
    await expect.poll(() => remainsOf(entry), { timeout: await stretched(GONE_WITHIN_MS) }).toEqual([]);
  },
);

test('if the program cannot be started, the start fails and leaves nothing', async ({ home }) => {
  const person = new Person(home, ['shell', '--id', 'absent', '--', 'no-such-program']);
  expect(await person.ended).toEqual({ exitCode: 1, signal: 0 });
  expect(person.screen).toContain('error: Cannot start the program no-such-program: it is not on the PATH.');
  expect(existsSync(join(home.home, 'live', 'absent.json'))).toBe(false);
  expect(existsSync(join(home.home, 'agents', 'absent'))).toBe(false);
});

test('without a terminal it refuses, and names the command that needs none', async ({ home }) => {
  expect(await home.run(['shell', '--', 'cat'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/needs a terminal, but stdin is not a terminal\.\nhint: .*synapse start shell/),
  });
});

test('an interactive shell is refused before anything is started', async ({ home }) => {
  const person = new Person(home, ['shell', '--', 'bash']);
  expect(await person.ended).toMatchObject({ exitCode: 2 });
  expect(person.screen).toContain('is an interactive shell');
});

test('a user’s profile works as a command; a mistyped word does not', async ({ home }) => {
  home.lineProfile('parrot');
  expect(await home.run(['parrot'])).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a terminal') });
  expect(await home.run(['shel'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean: synapse shell'),
  });
});
