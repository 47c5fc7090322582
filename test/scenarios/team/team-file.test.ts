/** What is wrong with a team file is said at once, by line and column, and nothing is changed then. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Home, json, testInSharedHome as test } from '../../rig/home.js';

interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

let count = 0;

/** The problems of a file, as `line:column sentence`. */
async function problemsOf(home: Home, text: string, command = 'up'): Promise<string[]> {
  const dir = join(home.dir, `team-${++count}`);
  mkdirSync(dir);
  writeFileSync(join(dir, 'synapse.yaml'), text);
  const result = await home.run([command, '--json'], { cwd: dir });
  const answer = json<{ error: string; problems: Problem[] }>(result);
  expect([result.code, answer.error]).toEqual([2, 'team_file_invalid']);
  return answer.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const WRONG: readonly (readonly [string, string, readonly (string | RegExp)[]])[] = [
  ['nothing', '', [/^1:1 "project" is missing/, /^1:1 "agents" is missing/]],
  ['a list', '- project', [/^1:1 A team file must hold keys and values/]],
  ['broken YAML', 'project: { id: shop\nagents: {}\n', [/^2:\d+ /]],
  [
    'the same key twice',
    'project: { id: shop }\nproject: { id: mall }\nagents: {}\n',
    [/^2:1 Map keys must be unique/],
  ],
  ['an alias of nothing', 'project: { id: shop }\nagents:\n  a: *nobody\n', [/^3:6 Unresolved alias/]],
  [
    'texts that no list or program could take',
    'project: { id: shop, name: "a\\tb" }\nagents:\n  a: { command: cat, name: "b\\nc" }\n  d: { command: "cat \\0", env: { X: "\\0" } }\n',
    [
      '1:22 "project.name" must be one line of text.',
      '3:22 "agents.a.name" must be one line of text.',
      '4:8 "agents.d.command" must be a text.',
      '4:34 "agents.d.env.X" must be a text; "" is an empty one.',
    ],
  ],
  ['two documents', 'project: { id: shop }\nagents: {}\n---\nproject: {}\n', [/^3:1 /]],
  [
    'unknown keys, with the nearest known one',
    'project: { id: shop, nmae: Shop }\nagnets: {}\nagents:\n  a: { comand: cat, profile: shell, command: cat }\n  b: { command: cat, xyzzy: 1 }\n',
    [
      '1:22 unknown key "nmae"; did you mean "name"?',
      '2:1 unknown key "agnets"; did you mean "agents"?',
      '4:8 unknown key "comand"; did you mean "command"?',
      /^5:22 unknown key "xyzzy"; known are kind, name, role, parent, manager, profile, command, auto, env, cwd, start\.$/,
    ],
  ],
  ['a project without an id', 'project: { name: Shop }\nagents: {}\n', [/^1:1 "project" needs "id": /]],
  ['an empty project', 'project:\nagents: {}\n', [/^1:1 "project" is missing/]],
  [
    'bad ids',
    'project: { id: my shop }\nagents:\n  "a b": { command: cat }\n  ../x: { command: cat }\n  ok.chat: { command: cat }\n',
    [
      /^1:12 "project.id" must be an id/,
      /^3:3 "a b" is not an id/,
      /^4:3 "\.\.\/x" is not an id/,
      /^5:3 "ok\.chat" cannot be an id/,
    ],
  ],
  [
    'wrong values',
    [
      'project: { id: shop }',
      'agents:',
      '  a: { command: 7 }',
      '  b: { command: cat, kind: robot }',
      '  c: { command: cat, manager: "yes" }',
      '  d: { command: cat, auto: [chat, mail] }',
      '  e: { command: cat, env: { "1A": x, B: [1] } }',
      '  f: { command: cat, start: on_demand }',
      '  g: cat',
      '  h: { command: cat, env: [A] }',
      '',
    ].join('\n'),
    [
      '3:8 "agents.a.command" must be a text.',
      '4:22 "agents.b.kind" must be ai or human.',
      '5:22 "agents.c.manager" must be true or false.',
      '6:22 "agents.d.auto" must be a list of chat and task, or true or false.',
      '7:29 "1A" is no variable name.',
      '7:38 "agents.e.env.B" must be a text; "" is an empty one.',
      '8:22 "agents.f.start" must be always or on-demand; did you mean "on-demand"?',
      '9:3 "agents.g" must hold keys and values.',
      '10:22 "agents.h.env" must hold keys and values.',
    ],
  ],
  [
    'unknown parents',
    'project: { id: shop }\nagents:\n  boss: { kind: human }\n  a: { command: cat, parent: bos }\n  b: { command: cat, parent: somebody-else }\n',
    ['4:22 There is no agent "bos"; did you mean "boss"?', /^5:22 There is no agent "somebody-else"/],
  ],
  [
    'circles of parents, each once',
    'project: { id: shop }\nagents:\n  a: { command: cat, parent: b }\n  b: { command: cat, parent: c }\n  c: { command: cat, parent: a }\n  d: { command: cat, parent: a }\n  e: { command: cat, parent: e }\n',
    ['3:22 Nobody stands above themselves: a → b → c → a.', '7:22 Nobody stands above themselves: e → e.'],
  ],
  [
    'agents without a program, and people with one',
    'project: { id: shop }\nagents:\n  a: {}\n  b:\n  c: { profile: shell }\n  d: { kind: human, command: cat, start: always }\n',
    [
      '3:3 a is an AI agent and needs a "profile" or a "command".',
      '4:3 b is an AI agent and needs a "profile" or a "command".',
      '5:8 The profile shell names no program: it needs a "command".',
      '6:21 d is a person, and a person has no "command".',
      '6:35 d is a person, and a person has no "start".',
    ],
  ],
  [
    'unknown profiles, that of the defaults once',
    'project: { id: shop }\ndefaults: { profile: cluade }\nagents:\n  a: {}\n  b: {}\n  c: { profile: nope }\n',
    [
      '2:13 There is no profile cluade. Did you mean claude?',
      '6:8 There is no profile nope. Run `synapse profiles` to list all profiles.',
    ],
  ],
  [
    'programs that are none, or execute what they are told',
    'project: { id: shop }\nagents:\n  a: { command: bash -i }\n  b: { command: "cat \'x" }\n  c: { command: env A=1 sh }\n',
    [
      /^3:8 bash -i is an interactive shell/,
      /^4:8 The command cat 'x has a quote that is not closed/,
      /^5:8 env A=1 sh is an interactive shell/,
    ],
  ],
  [
    'folders that are not there',
    'project: { id: shop, dir: nowhere }\nagents:\n  a: { command: cat, cwd: neither }\n',
    [/^1:22 There is no folder .*nowhere\.$/, /^3:22 There is no folder .*neither\.$/],
  ],
];

test.for(WRONG)('%s', async ([, text, expected], { home }) => {
  const found = await problemsOf(home, text);
  expect(found).toHaveLength(expected.length);
  expected.forEach((each, index) => {
    if (typeof each === 'string') expect(found[index]).toBe(each);
    else expect(found[index]).toMatch(each);
  });
  expect(existsSync(join(home.home, 'team.db'))).toBe(false);
});

test('on a terminal every problem has its line, with the file as it was named', async ({ home }) => {
  writeFileSync(join(home.dir, 'odd.yaml'), 'project: { id: shop }\nagents:\n  a: { profil: claude }\n');
  const { code, stdout, stderr } = await home.run(['up', '-f', 'odd.yaml']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('\n  odd.yaml:3:8: unknown key "profil"; did you mean "profile"?\n');
});

test('a file that is not there is named', async ({ home }) => {
  const { code, stderr } = await home.run(['up', '-f', 'nothing.yaml']);
  expect([code, stderr]).toEqual([3, expect.stringContaining('There is no team file nothing.yaml.')]);
});

test('down needs no more than the id of the project', async ({ home }) => {
  expect(await problemsOf(home, 'agents: {}\n', 'down')).toEqual([expect.stringMatching(/^1:1 "project" is missing/)]);
  writeFileSync(join(home.dir, 'half.yaml'), 'project: { id: half }\nagents:\n  a: { what: ever }\n');
  const { code, stderr } = await home.run(['down', '-f', 'half.yaml']);
  expect([code, stderr]).toEqual([0, 'Nothing of half was running.\n']);
});
