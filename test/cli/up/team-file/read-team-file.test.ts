/** Every problem of a team file is reported at once, by line and column. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readProjectId, readTeamFile } from '../../../../src/cli/up/team-file/read-team-file.js';
import type { SynapseError } from '../../../../src/errors.js';
import type { FileProblem } from '../../../../src/yaml/read-yaml-file.js';

const dir = mkdtempSync(join(tmpdir(), 'syn-'));
const file = join(dir, 'synapse.yaml');
const home = join(dir, 'home');
afterAll(() => rmSync(dir, { recursive: true }));

/** The problems of a team file with this text, as `line:column message`. */
async function problemsOf(
  text: string,
  read: () => Promise<unknown> = () => readTeamFile(file, { home }),
): Promise<string[]> {
  writeFileSync(file, text);
  const error = await read().then(
    () => null,
    (thrown: SynapseError) => thrown,
  );
  expect(error?.code).toBe('team_file_invalid');
  const problems = error?.details.problems as readonly FileProblem[];
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const WRONG: readonly (readonly [string, string, readonly (string | RegExp)[]])[] = [
  ['nothing', '', [/^1:1 "project" is missing/, /^1:1 "agents" is missing/]],
  ['a list', '- project', [/^1:1 The file must contain keys and values/]],
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
      '4:8 "agents.d.command" must be text.',
      '4:34 "agents.d.env.X" must be text; write "" for an empty value.',
    ],
  ],
  ['two documents', 'project: { id: shop }\nagents: {}\n---\nproject: {}\n', [/^3:1 /]],
  [
    'Unknown keys, with the nearest known one',
    'project: { id: shop, nmae: Shop }\nagnets: {}\nagents:\n  a: { comand: cat, profile: shell, command: cat }\n  b: { command: cat, xyzzy: 1 }\n',
    [
      '1:22 Unknown key "nmae"; did you mean "name"?',
      '2:1 Unknown key "agnets"; did you mean "agents"?',
      '4:8 Unknown key "comand"; did you mean "command"?',
      /^5:22 Unknown key "xyzzy"; the known keys are kind, name, role, parent, manager, profile, command, auto, env, cwd, start, host\.$/,
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
      '3:8 "agents.a.command" must be text.',
      '4:22 "agents.b.kind" must be ai or human.',
      '5:22 "agents.c.manager" must be true or false.',
      '6:22 "agents.d.auto" must be a list of chat and task, or true or false.',
      '7:29 "1A" is not a variable name.',
      '7:38 "agents.e.env.B" must be text; write "" for an empty value.',
      '8:22 "agents.f.start" must be always or on-demand; did you mean "on-demand"?',
      '9:3 "agents.g" must contain keys and values.',
      '10:22 "agents.h.env" must contain keys and values.',
    ],
  ],
  [
    'unknown parents',
    'project: { id: shop }\nagents:\n  boss: { kind: human }\n  a: { command: cat, parent: bos }\n  b: { command: cat, parent: somebody-else }\n',
    ['4:22 There is no agent "bos"; did you mean "boss"?', /^5:22 There is no agent "somebody-else"/],
  ],
  [
    'loops of parents, each once',
    'project: { id: shop }\nagents:\n  a: { command: cat, parent: b }\n  b: { command: cat, parent: c }\n  c: { command: cat, parent: a }\n  d: { command: cat, parent: a }\n  e: { command: cat, parent: e }\n',
    ['3:22 The hierarchy has a loop: a → b → c → a.', '7:22 The hierarchy has a loop: e → e.'],
  ],
  [
    'agents without a program, and people with one',
    'project: { id: shop }\nagents:\n  a: {}\n  b:\n  c: { profile: shell }\n  d: { kind: human, command: cat, start: always }\n',
    [
      '3:3 a is an AI agent, so it needs a "profile" or a "command".',
      '4:3 b is an AI agent, so it needs a "profile" or a "command".',
      '5:8 The profile shell has no program. It needs a "command".',
      '6:21 d is a person, so it cannot have "command".',
      '6:35 d is a person, so it cannot have "start".',
    ],
  ],
  [
    'unknown profiles, the one of the defaults only once',
    'project: { id: shop }\ndefaults: { profile: cluade }\nagents:\n  a: {}\n  b: {}\n  c: { profile: nope }\n',
    [
      '2:13 There is no profile cluade. Did you mean claude?',
      '6:8 There is no profile nope. Run `synapse profiles` to list all profiles.',
    ],
  ],
  [
    'interactive shells and broken command lines',
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

test.each(WRONG)('%s', async (_title, text, expected) => {
  const found = await problemsOf(text);
  expect(found).toEqual(expected.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))));
});

test('a complete file becomes a team, with defaults filled in', async () => {
  writeFileSync(
    file,
    [
      'project: { id: shop }',
      'defaults: { command: cat, env: { A: 1, B: x }, start: on-demand }',
      'agents:',
      '  boss: { kind: human, name: The Boss }',
      '  a: { parent: boss, env: { B: true }, auto: [task] }',
      '  b: { parent: boss, command: cat -n, manager: true, start: always }',
      '',
    ].join('\n'),
  );
  const none = { role: null, cwd: null, host: null };
  expect(await readTeamFile(file, { home })).toEqual({
    file,
    project: { id: 'shop', name: 'shop', dir, requireConversations: false, store: null },
    agents: [
      {
        ...{ ...none, id: 'boss', name: 'The Boss', kind: 'human', parent: null, manager: true },
        ...{ profile: null, command: null, auto: ['chat', 'task'], env: {}, start: 'always' },
      },
      {
        ...{ ...none, id: 'a', name: 'a', kind: 'ai', parent: 'boss', manager: false },
        ...{ profile: 'shell', command: 'cat', auto: ['task'], env: { A: '1', B: 'true' }, start: 'on-demand' },
      },
      {
        ...{ ...none, id: 'b', name: 'b', kind: 'ai', parent: 'boss', manager: true },
        ...{ profile: 'shell', command: 'cat -n', auto: ['chat', 'task'], env: { A: '1', B: 'x' }, start: 'always' },
      },
    ],
  });
});

test('the message names the file, line and column of each problem, as compilers do', async () => {
  writeFileSync(file, 'project: { id: shop }\nagents:\n  a: { profil: claude }\n');
  await expect(readTeamFile(file, { home })).rejects.toThrow(
    `\n  ${file}:3:8: Unknown key "profil"; did you mean "profile"?`,
  );
});

test('a problem in the profile of an agent is reported at the agent', async () => {
  const profiles = join(dir, '.synapse', 'profiles');
  mkdirSync(profiles, { recursive: true });
  writeFileSync(join(profiles, 'odd.yaml'), 'lin: true\n');
  const [found, ...others] = await problemsOf('project: { id: shop }\nagents:\n  a: { profile: odd }\n');
  expect(found).toMatch(/^3:8 The profile odd is not valid:\n.*odd\.yaml:1:1: Unknown key "lin"/);
  expect(others).toEqual([]);
});

test('a file that does not exist is named', async () => {
  const missing = join(dir, 'nothing.yaml');
  await expect(readTeamFile(missing, { home })).rejects.toMatchObject({ code: 'team_file_not_found' });
});

test('down needs only the id of the project', async () => {
  expect(await problemsOf('agents: {}\n', () => readProjectId(file))).toEqual([
    expect.stringMatching(/^1:1 "project" is missing/),
  ]);
  writeFileSync(file, 'project: { id: half }\nagents:\n  a: { what: ever }\n');
  expect(await readProjectId(file)).toBe('half');
});
