/** Whole folders: what is set up can be removed, and what cannot be edited stops everything before it begins. */
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { expect } from 'vitest';
import { applyChanges, removeLeftovers } from '../../../src/cli/init/files/write.js';
import { planAdd, planRemove } from '../../../src/cli/init/plan.js';
import { ALL, type Tree, test } from './tree.js';

const BEGIN = /<!-- synapse:begin -->/g;

/** What a project that is used with all four agents may have. */
function existing(tree: Tree): void {
  tree.write('project/CLAUDE.md', '# Rules\r\n\r\nBe kind.', 0o600);
  tree.write('project/AGENTS.md', '# Rules\n');
  tree.write('project/.mcp.json', '{"mcpServers":{"db":{"command":"db"}}}');
  tree.write('project/.claude/settings.json', '{\n\t"permissions": {\n\t\t"allow": ["Bash(ls:*)"]\n\t}\n}\n');
  tree.write('project/.codex/config.toml', '\ufeffmodel = "x" # mine\n\n[mcp_servers.db]\ncommand = "db"');
  tree.write('project/.gemini/settings.json', '');
  tree.write('project/opencode.jsonc', '{\n  // mine\n  "permission": { "bash": "ask" }, // why\n}\n');
  mkdirSync(join(tree.root, '.codex/rules'));
}

test('a project without any files gets them, a second run changes nothing, and removing leaves nothing', ({ tree }) => {
  const before = tree.all();
  const { changes } = tree.add();
  expect(changes.map(({ file }) => file).sort()).toEqual(
    ['.claude/settings.json', '.codex/config.toml', '.codex/rules/synapse.rules', '.gemini/settings.json', '.mcp.json']
      .concat(['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'opencode.json'])
      .sort(),
  );
  expect(readdirSync(tree.home)).toEqual([]);
  const after = tree.all();
  expect(tree.add()).toMatchObject({ changes: [], record: null, conflicts: [] });
  expect(tree.all()).toEqual(after);
  tree.remove();
  expect(tree.all()).toEqual(before);
  expect(tree.remove()).toMatchObject({ changes: [], record: null });
});

test('files that exist keep everything they have, and are the same bytes after the removal', ({ tree }) => {
  existing(tree);
  const before = tree.all();
  tree.add();
  expect(parse(tree.read('project/.mcp.json')).mcpServers).toMatchObject({ db: {}, synapse: { command: 'synapse' } });
  const { bash } = parse(tree.read('project/opencode.jsonc')).permission;
  expect(bash).toMatchObject({ '*': 'ask', 'synapse reply *': 'allow' });
  expect(
    tree
      .read('project/CLAUDE.md')
      .split('\n')
      .every((line, at, all) => at === all.length - 1 || line.endsWith('\r')),
  ).toBe(true);
  expect(tree.add()).toMatchObject({ changes: [], record: null });
  tree.remove();
  expect(tree.all()).toEqual(before);
});

test('agents are added and removed one by one, and what they share stays until the last', ({ tree }) => {
  existing(tree);
  const before = tree.all();
  for (const agent of ALL) tree.add(tree.places([agent]));
  tree.remove(tree.places(['codex', 'claude']));
  expect(tree.read('project/AGENTS.md').match(BEGIN)).toHaveLength(1);
  expect(tree.read('project/CLAUDE.md')).not.toMatch(BEGIN);
  tree.remove(tree.places(['gemini', 'opencode']));
  expect(tree.all()).toEqual(before);
});

test('the settings of the user are changed where each agent keeps them, and restored', ({ tree }) => {
  tree.write('home/.claude.json', '{"projects":{}}', 0o600);
  tree.write('home/.config/opencode/opencode.json', '{ "permission": "ask" }');
  const before = tree.all();
  tree.add(tree.places(ALL, 'user'));
  expect(Object.keys(tree.all()).filter((name) => name.startsWith('project/') && name !== 'project/')).toEqual([]);
  expect(Object.keys(tree.all())).toEqual(
    expect.arrayContaining(
      ['.claude/CLAUDE.md', '.claude/settings.json', '.codex/AGENTS.md', '.codex/config.toml', '.gemini/GEMINI.md']
        .concat(['.codex/rules/synapse.rules', '.gemini/settings.json'])
        .map((name) => `home/${name}`),
    ),
  );
  expect(parse(tree.read('home/.claude.json'))).toMatchObject({ projects: {}, mcpServers: { synapse: {} } });
  tree.remove(tree.places(ALL, 'user'));
  rmSync(join(tree.dir, 'synapse'), { recursive: true });
  expect(tree.all()).toEqual(before);
});

test('other places that the environment names are used', ({ tree }) => {
  const env = {
    CLAUDE_CONFIG_DIR: join(tree.dir, 'c'),
    CODEX_HOME: join(tree.dir, 'x'),
    XDG_CONFIG_HOME: join(tree.dir, 'o'),
  };
  const { changes } = planAdd({ ...tree.places(ALL, 'user'), env }, tree.root);
  const places = new Set(changes.map(({ real }) => real.slice(tree.dir.length + 1).split('/')[0]));
  expect([...places].sort()).toEqual(['c', 'home', 'o', 'x']);
});

test('a single word for bash in the settings of the user is kept in the project, where it would be lost', ({
  tree,
}) => {
  const permissions = () => parse(tree.read('project/opencode.json')).permission;
  tree.write('home/.config/opencode/opencode.json', '{ "permission": { "bash": "deny" } }');
  tree.add(tree.places(['opencode']));
  expect(permissions().bash).toMatchObject({ '*': 'deny', 'synapse reply *': 'allow' });
  tree.remove();
  tree.write('home/.config/opencode/opencode.json', '{ "permission": { "edit": "ask" } }');
  tree.add(tree.places(['opencode']));
  expect(permissions()).toBe(undefined);
});

test('a link is followed and stays a link, and two names of one file get one block', ({ tree }) => {
  tree.write('project/docs/AGENTS.md', '# Rules\n');
  tree.link('project/AGENTS.md', 'docs/AGENTS.md');
  tree.link('project/CLAUDE.md', 'AGENTS.md');
  const before = tree.all();
  tree.add();
  expect(tree.all()['project/CLAUDE.md']).toBe('→ AGENTS.md');
  expect(tree.read('project/docs/AGENTS.md').match(BEGIN)).toHaveLength(1);
  tree.remove();
  expect(tree.all()).toEqual(before);
});

const REFUSED: readonly (readonly [string, (tree: Tree) => void, RegExp])[] = [
  [
    'broken JSON',
    (tree) => tree.write('project/.gemini/settings.json', '{\n  "a": }\n'),
    /\.gemini\/settings\.json:2:8: .*JSON/,
  ],
  [
    'broken TOML',
    (tree) => tree.write('project/.codex/config.toml', 'a = 1\nb = = 2\n'),
    /\.codex\/config\.toml:2:\d+: .*TOML/,
  ],
  ['half a block', (tree) => tree.write('project/GEMINI.md', 'x\n<!-- synapse:end -->\n'), /GEMINI\.md:2:1: /],
  [
    'bytes that are not text',
    (tree) => writeFileSync(join(tree.root, 'CLAUDE.md'), Buffer.from([0xff, 0xfe, 0x41])),
    /CLAUDE\.md: .*UTF-8/,
  ],
  ['a read-only file', (tree) => tree.write('project/AGENTS.md', 'x', 0o444), /AGENTS\.md: .*read-only/],
  ['a folder in its place', (tree) => mkdirSync(join(tree.root, 'AGENTS.md')), /AGENTS\.md: .*regular file/],
  ['a link that leads nowhere', (tree) => tree.link('project/CLAUDE.md', 'nowhere'), /CLAUDE\.md: .*nowhere/],
  [
    'a link out of the project',
    (tree) => {
      tree.write('home/x.md', '');
      tree.link('project/CLAUDE.md', '../home/x.md');
    },
    /leads out/,
  ],
  ['a linked folder', (tree) => tree.link('project/.claude', '../home'), /\.claude\/settings\.json: .*leads out/],
  [
    'a record of something else',
    (tree) => tree.write('project/.synapse/init.json', '{"files":[]}'),
    /init\.json: .*record/,
  ],
];

test.for(REFUSED)('%s stops everything before anything is written', ([, prepare, reason], { tree }) => {
  prepare(tree);
  const before = tree.all();
  expect(() => tree.add()).toThrow(reason);
  expect(tree.all()).toEqual(before);
});

test('a file that changes between the diff and the answer is not overwritten, nor any other', ({ tree }) => {
  const { changes, record } = planAdd(tree.places(), tree.root);
  tree.write('project/GEMINI.md', 'written meanwhile\n');
  const before = tree.all();
  expect(() => applyChanges([...(record ? [record] : []), ...changes], { mode: 0o666 })).toThrow(
    /GEMINI\.md: .*changed/,
  );
  expect(tree.all()).toEqual(before);
});

test('a run that was killed at any point is continued, or removed without a trace', ({ tree }) => {
  existing(tree);
  const before = tree.all();
  const { changes, record } = planAdd(tree.places(), tree.root);
  const all = [...(record ? [record] : []), ...changes];
  for (let written = 1; written < all.length; written++) {
    applyChanges(all.slice(0, written), { mode: 0o666 });
    if (written % 2 === 0) tree.add();
    tree.remove();
    expect(tree.all()).toEqual(before);
  }
});

test('what a killed run left beside a file goes with the next one; that of a running one stays', ({ tree }) => {
  const DEAD_PID = 2 ** 22 + 1;
  tree.write(`project/.CLAUDE.md.synapse-${DEAD_PID}.tmp`, 'half');
  tree.write(`project/.CLAUDE.md.synapse-${process.pid}.tmp`, 'half');
  for (const change of planAdd(tree.places(), tree.root).changes) removeLeftovers(change);
  expect(readdirSync(tree.root)).toEqual([`.CLAUDE.md.synapse-${process.pid}.tmp`]);
});

test('without its record, or with a record that names other places, nothing else is touched', ({ tree }) => {
  existing(tree);
  const before = tree.all();
  tree.add();
  rmSync(join(tree.root, '.synapse'), { recursive: true });
  tree.remove();
  expect(tree.read('project/CLAUDE.md')).not.toMatch(BEGIN);
  expect(parse(tree.read('project/.mcp.json'))).toEqual({ mcpServers: { db: { command: 'db' } } });
  for (const file of ['../home/victim', '/etc/passwd']) {
    const steps = [{ type: 'block', style: 'html', agents: ['claude'], hints: {} }];
    tree.write(
      'project/.synapse/init.json',
      JSON.stringify({ version: 1, folders: ['../home'], files: [{ file, steps }] }),
    );
    expect(() => planRemove(tree.places(), tree.root)).toThrow(/leads out|record/);
  }
  expect(Object.keys(before)).toContain('home/');
});

test('a folder that cannot be written to stops everything', ({ tree }) => {
  if (process.getuid?.() === 0) return;
  chmodSync(tree.root, 0o555);
  expect(() => tree.add()).toThrow(/folder/);
});
