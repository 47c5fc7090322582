import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { effectiveSettings, settingNamed } from '../../../src/cli/commands/config/effective.js';
import { changeConfig, readConfig, readSettings } from '../../../src/cli/config/config-file.js';
import { configFile } from '../../../src/cli/config/load-settings.js';
import { keptSettingsFile } from '../../../src/settings/kept-settings.js';

let home = '';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'synapse-config-'));
});

afterEach(() => rmSync(home, { recursive: true }));

const write = (text: string) => writeFileSync(configFile(home), text);

test('a file is read by its keys, and durations become milliseconds', async () => {
  write('human: kim\nhost: laptop\nlanguage: ja\ncolors: never\ndefaults: { wait: 900, expires: 3d }\n');
  const settings = { human: 'kim', host: 'laptop', language: 'ja', colors: 'never', wait: 900, expiresMs: 259_200_000 };
  expect(await readConfig(home)).toEqual({ settings, problems: [] });
});

test.each([
  ['an unknown key', 'langauge: ja', 'Unknown key "langauge"; did you mean "language"?'],
  ['a wrong value', 'colors: alwys', '"colors" must be auto, always or never; did you mean "always"?'],
  ['a number of the wrong kind', 'defaults: { wait: soon }', '"defaults.wait" must be a whole number of at least 0.'],
  [
    'a duration of none',
    'defaults: { expires: 0 }',
    '"defaults.expires" must be a duration such as 90s, 15m, 24h or 30d.',
  ],
  ['an id that is none', 'human: "a b"', expect.stringContaining('"human" must be an id')],
  ['a list', '- human', 'The file must contain keys and values.'],
  ['no YAML', 'human: [', expect.any(String)],
])('%s is a problem with its line, and the rest holds', async (_what, text, message) => {
  write(text);
  const { problems, settings } = await readConfig(home);
  expect(problems[0]).toMatchObject({ file: configFile(home), line: expect.any(Number), message });
  expect(settings).toEqual({});
});

test('no file is no settings, and a folder in its place is a problem', async () => {
  expect(await readConfig(home)).toEqual({ settings: {}, problems: [] });
  expect((await readConfig(join(home, 'config.yaml', 'below'))).settings).toEqual({});
});

test('a change keeps comments and order, refuses what is wrong, and leaves no empty section', async () => {
  const text = '# mine\nhuman: kim # me\n';
  write(text);
  await changeConfig(home, 'defaults.wait', 900);
  expect(readFileSync(configFile(home), 'utf8')).toBe(`${text}defaults:\n  wait: 900\n`);
  await expect(changeConfig(home, 'colors', 'pink')).rejects.toMatchObject({
    code: 'invalid_request',
    message: '"colors" must be auto, always or never.',
  });
  await changeConfig(home, 'defaults.wait', undefined);
  expect(readFileSync(configFile(home), 'utf8')).toBe(text);
});

test('a change does not touch a file that it cannot read', async () => {
  write('human: [');
  await expect(changeConfig(home, 'human', 'kim')).rejects.toMatchObject({ code: 'config_invalid' });
  expect(readFileSync(configFile(home), 'utf8')).toBe('human: [');
});

test('what was read is kept for the next command, with the problems as sentences', async () => {
  write('human: kim\nlanguage: jp\n');
  const kept = await readSettings(home, 'a stamp');
  expect(kept).toEqual({
    of: 'a stamp',
    settings: { human: 'kim' },
    problems: [expect.stringMatching(/:2:1: "language" must be/)],
  });
  expect(JSON.parse(readFileSync(keptSettingsFile(home), 'utf8'))).toEqual(kept);
});

test('the environment comes before the file, and the file before the default', () => {
  const settings = { human: 'kim', expiresMs: 5_400_000 };
  const found = effectiveSettings(settings, { SYNAPSE_HUMAN: 'mia', NO_COLOR: '1' });
  expect(Object.fromEntries(found.map(({ key, value, from }) => [key, [value, from]]))).toEqual({
    human: ['mia', 'environment'],
    host: [null, 'default'],
    language: [null, 'default'],
    colors: ['never', 'environment'],
    'defaults.wait': [null, 'default'],
    'defaults.expires': ['90m', 'file'],
  });
});

test('a setting that does not exist is refused with the nearest one', () => {
  expect(settingNamed('human')).toBe('human');
  expect(() => settingNamed('humans')).toThrow('did you mean "human"?');
});
