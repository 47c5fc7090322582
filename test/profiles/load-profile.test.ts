import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SynapseError } from '../../src/errors.js';
import { BUILTIN_PROFILES } from '../../src/profiles/builtin-profiles.js';
import { loadProfile, loadProfiles, type ProfileSearch } from '../../src/profiles/load-profile.js';
import { PACE } from '../../src/profiles/profile.js';
import { profileToYaml } from '../../src/profiles/profile-to-yaml.js';

let dir: string;
let search: ProfileSearch;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'syn-'));
  search = { home: join(dir, 'home'), cwd: join(dir, 'project', 'deep') };
  mkdirSync(join(search.home, 'profiles'), { recursive: true });
  mkdirSync(join(dir, 'project', '.synapse', 'profiles'), { recursive: true });
  mkdirSync(search.cwd, { recursive: true });
});

afterEach(() => rmSync(dir, { recursive: true }));

const ownFile = (name: string): string => join(search.home, 'profiles', `${name}.yaml`);
const own = (name: string, text: string): void => writeFileSync(ownFile(name), text);
const project = (name: string, text: string): void =>
  writeFileSync(join(dir, 'project', '.synapse', 'profiles', `${name}.yaml`), text);

test('a file of the user defines a profile, and what it leaves out is filled in', async () => {
  own('echo', 'command: node "my echo.mjs"\nline: true\nenv: { LANG: C }\n');
  expect(await loadProfile('echo', search)).toEqual({
    name: 'echo',
    command: ['node', 'my echo.mjs'],
    env: { LANG: 'C' },
    ports: { first: 8200, last: 8299 },
    line: true,
    channels: ['line'],
    typing: {
      paste: 'never',
      maxChars: 4000,
      midturn: false,
      submit: '\r',
      guard: null,
      atFiles: false,
      interrupt: '\x03',
      exit: '\x04',
    },
    screen: { ready: [], busy: [], dialog: [], box: [], placeholder: ['dim'], empty: [], buttons: [], cursor: [] },
    pace: PACE,
    transcript: [],
    tried: null,
    resume: [],
    file: ownFile('echo'),
  });
});

test('the profile of the project wins over that of the user, and that over the built-in one', async () => {
  own('claude', 'command: [mine]');
  expect((await loadProfile('claude', search)).command).toEqual(['mine']);
  project('claude', 'command: [ours]');
  expect((await loadProfile('claude', search)).command).toEqual(['ours']);
});

test('keys may be written as words or as the characters themselves', async () => {
  own('typist', 'typing: { submit: enter, interrupt: ctrl-c }');
  expect((await loadProfile('typist', search)).typing).toMatchObject({ submit: '\r', interrupt: '\x03' });
  own('typist', 'typing: { submit: "\\e[13u", interrupt: escape }');
  expect((await loadProfile('typist', search)).typing).toMatchObject({ submit: '\x1b[13u', interrupt: '\x1b' });
  own('typist', 'typing: { exit: ctrl-d ctrl-d }');
  expect((await loadProfile('typist', search)).typing.exit).toBe('\x04\x04');
  own('typist', 'typing: { interrupt: none }');
  expect((await loadProfile('typist', search)).typing.interrupt).toBeNull();
});

interface Located {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The problems of a profile with this text, as `line:column message`. */
async function problemsOf(text: string): Promise<string[]> {
  own('bad', text);
  const error = await loadProfile('bad', search).then(
    () => null,
    (thrown: SynapseError) => thrown,
  );
  expect(error?.code).toBe('profile_invalid');
  const problems = error?.details.problems as readonly Located[];
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test.each([
  ['command: cat\ntyping:\n  max_char: 200\n', ['3:3 Unknown key "max_char"; did you mean "max_chars"?']],
  ['line: maybe', ['1:1 "line" must be true or false.']],
  ['command: cat\nname: other', ['2:1 The name "other" differs from the name of the file.']],
  ['ports: 99-10', ['1:1 "ports" must be a range such as 8200-8209, between 1024 and 32767.']],
  ['ports: 8200-40000', ['1:1 "ports" must be a range such as 8200-8209, between 1024 and 32767.']],
  ['screen: { ready: ["("] }', [/^1:19 "screen.ready.0" is not a regular expression: .*\.$/]],
  ['screen: { placeholder: [dim, pink] }', [/^1:30 "screen.placeholder.1" must be dim, a color/]],
  ['command: "cat \'x"', ['1:1 "command" has a quote that is not closed.']],
  ['command: [cat, 7]', ['1:16 "command.1" must be text.']],
  ['command: 7', ['1:1 "command" must be text or a list of texts.']],
  ['command: [cat', [/^1:14 /]],
  ['- cat', ['1:1 The file must contain keys and values.']],
  ['env: { 1A: x }', ['1:8 "1A" is not a variable name.']],
  ['typing: { paste: sometimes }', ['1:11 "typing.paste" must be auto, always or never.']],
  ['typing: { max_chars: 99 }', ['1:11 "typing.max_chars" must be a whole number of at least 100.']],
  ['typing: { submit: "" }', ['1:11 "typing.submit" must be a key such as enter, escape or ctrl-c.']],
])('%j is refused with a sentence', async (text, expected) => {
  const found = await problemsOf(text);
  expect(found).toEqual(expected.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))));
});

test('every problem of a file is reported at once, in the order of the file', async () => {
  const found = await problemsOf('line: maybe\ntyping: { paste: no }\ncomand: cat\nports: 1\n');
  expect(found.map((each) => each.split(' ')[0])).toEqual(['1:1', '2:11', '3:1', '4:1']);
});

test('the message names the file, line and column of each problem, as compilers do', async () => {
  own('odd', 'comand: cat\n');
  await expect(loadProfile('odd', search)).rejects.toMatchObject({
    message: `The profile odd is not valid:\n  ${ownFile('odd')}:1:1: Unknown key "comand"; did you mean "command"?`,
  });
});

test('a key without a value counts as missing, unless the key allows null', async () => {
  own('bare', 'command:\nenv:\ntyping: { interrupt: , submit: }\n');
  const { command, env, typing } = await loadProfile('bare', search);
  expect({ command, env, typing }).toMatchObject({ command: [], env: {}, typing: { interrupt: null, submit: '\r' } });
});

test('a word of the command line cannot be a profile', async () => {
  own('send', 'command: cat');
  await expect(loadProfile('send', search)).rejects.toMatchObject({ code: 'profile_invalid' });
});

test('an unknown profile suggests the nearest one', async () => {
  await expect(loadProfile('shel', search)).rejects.toMatchObject({
    code: 'profile_not_found',
    hint: 'Did you mean shell?',
  });
});

test('a name that leaves the folder is not found', async () => {
  writeFileSync(join(dir, 'secret.yaml'), 'command: cat');
  await expect(loadProfile('../../secret', search)).rejects.toMatchObject({ code: 'profile_not_found' });
});

test('one broken file does not hide the other profiles', async () => {
  own('bad', 'nonsense: 1');
  own('good', 'command: cat');
  const { profiles, problems } = await loadProfiles(search);
  expect(profiles.map((profile) => profile.name)).toEqual([...BUILTIN_PROFILES.map((profile) => profile.name), 'good']);
  expect(problems).toHaveLength(1);
});

test.each(BUILTIN_PROFILES.map((profile) => [profile.name, profile] as const))(
  'the profile %s spelled as a file reads back as itself',
  async (name, profile) => {
    own(name, profileToYaml(profile));
    expect(await loadProfile(name, search)).toEqual({ ...profile, file: ownFile(name) });
  },
);

test('a pipe, a device, a folder and a huge file among the profiles are reported, and hide no other', async () => {
  const folder = join(dir, 'project', '.synapse', 'profiles');
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
  symlinkSync('/dev/zero', join(folder, 'device.yaml'));
  mkdirSync(join(folder, 'folder.yaml'));
  project('huge', `# ${'x'.repeat(300_000)}`);
  own('echo', 'command: cat\n');
  const { profiles, problems } = await loadProfiles(search);
  expect(profiles.map(({ name }) => name)).toContain('echo');
  expect(problems).toHaveLength(4);
  for (const problem of problems) expect(problem).toMatchObject({ code: 'profile_invalid' });
});
