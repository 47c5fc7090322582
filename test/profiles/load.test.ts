import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUILTIN_PROFILES } from '../../src/profiles/builtin.js';
import { loadProfile, loadProfiles, type Place } from '../../src/profiles/load.js';
import { spellProfile } from '../../src/profiles/spell.js';

let dir: string;
let place: Place;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'syn-'));
  place = { home: join(dir, 'home'), cwd: join(dir, 'project', 'deep') };
  mkdirSync(join(place.home, 'profiles'), { recursive: true });
  mkdirSync(join(dir, 'project', '.synapse', 'profiles'), { recursive: true });
  mkdirSync(place.cwd, { recursive: true });
});

afterEach(() => rmSync(dir, { recursive: true }));

const ownFile = (name: string): string => join(place.home, 'profiles', `${name}.yaml`);
const own = (name: string, text: string): void => writeFileSync(ownFile(name), text);
const project = (name: string, text: string): void =>
  writeFileSync(join(dir, 'project', '.synapse', 'profiles', `${name}.yaml`), text);

test('a file of the user defines a profile, and what it leaves out is filled in', async () => {
  own('echo', 'command: node "my echo.mjs"\nline: true\nenv: { LANG: C }\n');
  expect(await loadProfile('echo', place)).toEqual({
    name: 'echo',
    command: ['node', 'my echo.mjs'],
    env: { LANG: 'C' },
    ports: { first: 8200, last: 8299 },
    line: true,
    typing: { paste: 'never', maxChars: 4000, submit: '\r', interrupt: '\x03', exit: '\x04' },
    screen: { ready: [], busy: [], dialog: [], box: [], placeholder: ['dim'], buttons: [] },
    transcript: [],
    resume: [],
    file: ownFile('echo'),
  });
});

test('the profile of the project wins over that of the user, and that over the built-in one', async () => {
  own('claude', 'command: [mine]');
  expect((await loadProfile('claude', place)).command).toEqual(['mine']);
  project('claude', 'command: [ours]');
  expect((await loadProfile('claude', place)).command).toEqual(['ours']);
});

test('keys may be written as words or as the characters themselves', async () => {
  own('typist', 'typing: { submit: enter, interrupt: ctrl-c }');
  expect((await loadProfile('typist', place)).typing).toMatchObject({ submit: '\r', interrupt: '\x03' });
  own('typist', 'typing: { submit: "\\e[13u", interrupt: escape }');
  expect((await loadProfile('typist', place)).typing).toMatchObject({ submit: '\x1b[13u', interrupt: '\x1b' });
  own('typist', 'typing: { exit: ctrl-d ctrl-d }');
  expect((await loadProfile('typist', place)).typing.exit).toBe('\x04\x04');
  own('typist', 'typing: { interrupt: none }');
  expect((await loadProfile('typist', place)).typing.interrupt).toBeNull();
});

test('an unknown key is refused with its place and the nearest known one', async () => {
  own('odd', 'command: cat\ntyping:\n  max_char: 200\n');
  await expect(loadProfile('odd', place)).rejects.toMatchObject({
    code: 'profile_invalid',
    message: `${ownFile('odd')}:3:3: unknown key "max_char"; did you mean "max_chars"?`,
  });
});

test.each([
  ['line: maybe', /:1:1: "line" must be true or false/],
  ['command: cat\nname: other', /:2:1: the name "other" differs from the name of the file/],
  ['ports: 99-10', /"ports" must be a range/],
  ['screen: { ready: ["("] }', /:1:19: "screen.ready.0" is not a regular expression/],
  ['command: "cat \'x"', /quote that is not closed/],
  ['command: [cat', /:1:14: /],
  ['- cat', /a profile must hold keys and values/],
  ['env: { 1A: x }', /"1A" is no variable name/],
  ['typing: { paste: sometimes }', /must be auto, always or never/],
])('%j is refused with a sentence', async (text, sentence) => {
  own('bad', text);
  await expect(loadProfile('bad', place)).rejects.toThrow(sentence);
});

test('a word of the command line cannot be a profile', async () => {
  own('send', 'command: cat');
  await expect(loadProfile('send', place)).rejects.toMatchObject({ code: 'profile_invalid' });
});

test('an unknown profile suggests the nearest one', async () => {
  await expect(loadProfile('shel', place)).rejects.toMatchObject({
    code: 'profile_not_found',
    hint: 'Did you mean shell?',
  });
});

test('a name that leaves the folder is not found', async () => {
  writeFileSync(join(dir, 'secret.yaml'), 'command: cat');
  await expect(loadProfile('../../secret', place)).rejects.toMatchObject({ code: 'profile_not_found' });
});

test('one broken file does not hide the other profiles', async () => {
  own('bad', 'nonsense: 1');
  own('good', 'command: cat');
  const { profiles, problems } = await loadProfiles(place);
  expect(profiles.map((profile) => profile.name)).toEqual([...BUILTIN_PROFILES.map((profile) => profile.name), 'good']);
  expect(problems).toHaveLength(1);
});

test.each(BUILTIN_PROFILES.map((profile) => [profile.name, profile] as const))(
  'the profile %s spelled as a file reads back as itself',
  async (name, profile) => {
    own(name, spellProfile(profile));
    expect(await loadProfile(name, place)).toEqual({ ...profile, file: ownFile(name) });
  },
);
