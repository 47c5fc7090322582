/** Whatever a file looks like: our parts are added once, and removing them leaves the same bytes. */
import { parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { items, property } from '../../../../src/cli/init/agents/setup.js';
import { addParts, type FileRecord, recordFrom, removeParts } from '../../../../src/cli/init/edit/edit-file.js';
import type { Step } from '../../../../src/cli/init/edit/step.js';
import { isThorough } from '../../../rig/thorough.js';
import { BLANK_TEXTS, JSON_TEXTS, PROSE_TEXTS } from './odd-texts.js';
import { randomFrom, randomJson } from './random-json.js';

const RANDOM_TEXTS = isThorough ? 3_000 : 200;

const SERVER = { command: 'synapse', args: ['mcp'], trust: true };

/** In empty, missing and filled containers, one after the other. */
const JSON_STEPS: readonly (readonly [string, readonly Step[]])[] = [
  ['a property of the root', [property([], 'synapse', 'ours')]],
  ['an object in a container', [property(['servers'], 'synapse', SERVER)]],
  ['one deep below', [property(['outer', 'inner', 'k'], 'synapse', SERVER)]],
  ['items of lists', [...items(['list'], ['s', 't']), ...items(['outer', 'list'], ['s', 't'])]],
  [
    'several in one file',
    [
      property(['servers'], 'synapse', SERVER),
      ...items(['outer', 'list'], ['s', 't']),
      ...items(['enabled'], ['synapse']),
      property(['outer', 'inner'], 'synapse *', 'allow'),
    ],
  ],
];

const wanted = (steps: readonly Step[], ...agents: string[]) => steps.map((step) => ({ step, agents }));
const BLOCK: Step = { type: 'block', style: 'html', body: 'Line one.\n\nLine two.\n' };
const TABLE: Step = {
  type: 'block',
  style: 'hash',
  body: '[mcp_servers.synapse]\ncommand = "synapse"\n',
  owns: ['mcp_servers', 'synapse'],
};

const jsonOf = (text: string | null) => parse((text ?? '').replace(/^\ufeff/, ''));

/** Adds, adds again, removes. */
function roundTrip(text: string | null, steps: readonly Step[]): { added: string | null; record: FileRecord } {
  const first = addParts(text, wanted(steps, 'claude'), undefined);
  const again = addParts(first.text, wanted(steps, 'claude'), first.record);
  expect(again.text).toBe(first.text);
  expect(again.record).toEqual(first.record);
  expect(removeParts(first.text, ['claude'], first.record).text).toBe(text);
  return { added: first.text, record: first.record };
}

test.each(JSON_STEPS)(
  '%s: every JSON text has it afterwards, once, and none of its bytes after the removal',
  (_, steps) => {
    for (const text of [...JSON_TEXTS, ...BLANK_TEXTS]) {
      const { added } = roundTrip(text, steps);
      expect(errorsIn(added), JSON.stringify(added)).toEqual([]);
      for (const step of steps) expect(JSON.stringify(jsonOf(added))).toContain(JSON.stringify(valueIn(step)));
      expect(withoutOurs(jsonOf(added), steps), JSON.stringify(added)).toMatchObject(jsonOf(text) ?? {});
      const endsOfLines = new Set(added?.match(/\r?\n/g));
      if (text?.includes('\r\n')) expect([...endsOfLines], JSON.stringify(added)).toEqual(['\r\n']);
    }
  },
);

test('random JSON is the same after an addition and a removal', () => {
  const random = randomFrom(20);
  for (let tried = 0; tried < RANDOM_TEXTS; tried++) {
    const text = randomJson(random);
    for (const [, steps] of JSON_STEPS) {
      const { added } = roundTrip(text, steps);
      if (errorsIn(added).length > 0) expect.fail(JSON.stringify({ text, added }));
    }
  }
});

test('a block is added to any text once, and none of its bytes are left after the removal', () => {
  for (const text of [...PROSE_TEXTS, ...BLANK_TEXTS]) {
    const { added } = roundTrip(text, [BLOCK]);
    expect(added?.replaceAll('\r\n', '\n')).toContain(
      '<!-- synapse:begin -->\nLine one.\n\nLine two.\n<!-- synapse:end -->',
    );
    expect(added?.startsWith(text ?? '')).toBe(true);
  }
});

/** What a user may do to the file in between. */
const EDITS: readonly (readonly [string, (text: string) => string])[] = [
  ['a comment above', (text) => `// mine\n${text}`],
  ['a comment below', (text) => `${text}\n// mine`],
  ['another property before all', (text) => text.replace(/\{(?=[^}]*": )/, '{ "mine": [1],')],
  ['another value', (text) => text.replace('"a": 1', '"a": 2')],
  ['another item', (text) => text.replace('"x"', '"w", "x"')],
];

test.each(EDITS)('after an edit by the user (%s), only our parts go', (_, edit) => {
  let tried = 0;
  for (const text of JSON_TEXTS.filter((each) => !each.startsWith('\ufeff'))) {
    if (edit(text) === text || errorsIn(edit(text)).length > 0) continue;
    for (const [, steps] of JSON_STEPS) {
      const { text: added, record } = addParts(text, wanted(steps, 'claude'), undefined);
      const removed = removeParts(edit(added ?? ''), ['claude'], record).text;
      expect(removed, JSON.stringify(added)).toBe(edit(text));
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(5);
});

test('what the user adds behind our part stays, and so does a file that we made', () => {
  const steps = [property(['servers'], 'synapse', SERVER)];
  const { text: added, record } = addParts(null, wanted(steps, 'claude'), undefined);
  const edited = added?.replace(/\n {2}\}\n\}\n$/, ',\n    "mine": {}\n  },\n  "z": 1\n}\n') ?? '';
  expect(jsonOf(removeParts(edited, ['claude'], record).text)).toEqual({ servers: { mine: {} }, z: 1 });
  const prose = addParts(null, wanted([BLOCK], 'claude'), undefined);
  expect(removeParts(`${prose.text}\nMine.\n`, ['claude'], prose.record).text).toBe('\nMine.\n');
});

test('an entry that was there before is not ours: it is not added again, and it stays after the removal', () => {
  const text = '{ "servers": { "synapse": {"command":"synapse","args":["mcp"],"trust":true} }, "list": ["s"] }';
  const steps = [property(['servers'], 'synapse', SERVER), ...items(['list'], ['s', 't'])];
  const { text: added, record } = addParts(text, wanted(steps, 'claude'), undefined);
  expect(jsonOf(added).list).toEqual(['s', 't']);
  expect(removeParts(added, ['claude'], record).text).toBe(text);
});

test('an entry of the user with another value stays as it is, and is reported', () => {
  const text = '{ "servers": { "synapse": { "command": "other" } } }';
  const { text: added, conflicts } = addParts(text, wanted([property(['servers'], 'synapse', SERVER)], 'x'), undefined);
  expect(added).toBe(text);
  expect(conflicts).toHaveLength(1);
});

test('a newer version replaces its parts in their places, adds what is new and removes what is obsolete', () => {
  const text = '{\n  "list": [\n    "mine"\n  ]\n}\n';
  const old = addParts(
    text,
    wanted([property(['servers'], 'synapse', 'old'), ...items(['new'], ['a', 'b'])], 'x'),
    undefined,
  );
  const moved = `// mine\n${old.text}`;
  const fresh = wanted([property(['servers'], 'synapse', SERVER), ...items(['new'], ['b', 'c'])], 'x');
  const { text: updated, record } = addParts(moved, fresh, old.record);
  expect(jsonOf(updated)).toEqual({ list: ['mine'], servers: { synapse: SERVER }, new: ['b', 'c'] });
  expect(removeParts(updated, ['x'], record).text).toBe(`// mine\n${text}`);

  const block = addParts('above\n', wanted([BLOCK], 'x'), undefined);
  const newer = addParts(`${block.text}below\n`, wanted([{ ...BLOCK, body: 'New.\n' }], 'x'), block.record);
  expect(newer.text).toBe('above\n\n<!-- synapse:begin -->\nNew.\n<!-- synapse:end -->\nbelow\n');
  expect(removeParts(newer.text, ['x'], newer.record).text).toBe('above\nbelow\n');
});

test('a part that two agents share goes with the second one', () => {
  const both = addParts('# Notes\n', wanted([BLOCK], 'codex', 'opencode'), undefined);
  const one = removeParts(both.text, ['codex'], both.record);
  expect(one.text).toBe(both.text);
  expect(removeParts(one.text, ['opencode'], one.record).text).toBe('# Notes\n');
});

test('without its record, what looks like ours is found and removed', () => {
  const steps = wanted([property(['servers'], 'synapse', SERVER), ...items(['outer', 'list'], ['s'])], 'x');
  for (const text of ['{\n  "a": 1\n}\n', '{\n  "servers": {\n    "b": 2\n  }\n}\n']) {
    const { text: added } = addParts(text, steps, undefined);
    expect(removeParts(added, ['x'], recordFrom(added, steps)).text).toBe(text);
  }
  const { text: made } = addParts(null, steps, undefined);
  expect(removeParts(made, ['x'], recordFrom(made, steps)).text).toBe(null);
});

test('a table is appended to any TOML, which still parses, and is removed again', () => {
  const texts = ['model = "x"', '[mcp_servers.other]\ncommand = "x"\n', '# c\n\n[a]\nb = 1 # d\n', '[[list]]\na = 1\n'];
  for (const text of [...texts, ...texts.map((each) => each.replaceAll('\n', '\r\n')), ...BLANK_TEXTS]) {
    const { added } = roundTrip(text, [TABLE]);
    const { mcp_servers: servers } = parseToml((added ?? '').replace(/^\ufeff/, '')) as Record<string, object>;
    expect(servers).toMatchObject({ synapse: { command: 'synapse' } });
  }
  const theirs = '[mcp_servers.synapse]\ncommand = "other"\n';
  expect(addParts(theirs, wanted([TABLE], 'x'), undefined)).toMatchObject({ text: theirs, conflicts: [TABLE] });
});

test.each([
  ['{\n  "a": 1,,\n}', property([], 'k', 1), 11, /not valid JSON: property name expected\./],
  ['[]', property([], 'k', 1), 0, /object/],
  ['{ "p": "x" }', property(['p'], 'k', 1), 7, /object/],
  ['{ "p": { } }', items(['p'], ['x'])[0] as Step, 7, /list/],
  ['{ "p": {}, "p": {} }', property(['p'], 'k', 1), 11, /twice/],
  [`${'['.repeat(100_000)}`, property([], 'k', 1), 0, /deep|JSON/],
  ['a = 1\nb = = 2\n', TABLE, 10, /not valid TOML/],
  ['mcp_servers = { other = { command = "x" } }\n', TABLE, 60, /cannot be added/],
  ['<!-- synapse:begin -->\nno end\n', BLOCK, 0, /once each/],
  ['<!-- synapse:end -->\n<!-- synapse:begin -->\n', BLOCK, 21, /once each/],
])('%s cannot be edited, and the reason says where', (text, step, offset, reason) => {
  const add = () => addParts(text, wanted([step], 'x'), undefined);
  expect(add).toThrow(reason);
  try {
    add();
  } catch (error) {
    expect(Math.abs((error as { offset: number }).offset - offset)).toBeLessThanOrEqual(2);
  }
});

test('a permission that is one word becomes an object with exceptions, and a word again', () => {
  const steps: Step[] = [
    { type: 'wrap', path: ['permission'] },
    { type: 'wrap', path: ['permission', 'bash'] },
    property(['permission', 'bash'], 'synapse reply *', 'allow'),
  ];
  for (const text of ['{"permission":"ask"}', '{\r\n  "permission": "ask", // mine\r\n  "b": 1\r\n}']) {
    const { added } = roundTrip(text, steps);
    expect(jsonOf(added).permission).toEqual({ '*': 'ask', bash: { 'synapse reply *': 'allow' } });
  }
  const { added, record } = roundTrip('{ "permission": { "bash": "deny" } }', steps);
  expect(jsonOf(added).permission.bash).toEqual({ '*': 'deny', 'synapse reply *': 'allow' });
  const edited = added?.replace('"deny"', '"deny", "git *": "allow"') ?? '';
  expect(jsonOf(removeParts(edited, ['claude'], record).text).permission.bash).toEqual({
    '*': 'deny',
    'git *': 'allow',
  });
});

function errorsIn(text: string | null): unknown[] {
  const errors: never[] = [];
  parse((text ?? '').replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
  return errors;
}

function valueIn(step: Step): unknown {
  return step.type === 'entry' ? step.value : null;
}

/** Lists without our items, so that they can be compared with what was there. */
function withoutOurs(value: unknown, steps: readonly Step[]): unknown {
  const ours = steps.map(valueIn);
  if (Array.isArray(value)) return value.filter((each) => !ours.includes(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutOurs(each, steps)]));
}
