import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CATALOGUE } from '../src/error-catalogue.js';
import { ROOT } from './rig/home/binary.js';

const SRC = join(ROOT, 'src');

interface Import {
  readonly from: string;
  readonly to: string;
  readonly kind: 'static' | 'dynamic' | 'type';
}

/** The rooms that a room may import from; `types` and `dynamic` list those it may import only in that way. */
const ARROWS: Readonly<Record<string, { readonly all: string; readonly types?: string; readonly dynamic?: string }>> = {
  base: { all: 'base' },
  storage: { all: 'base storage' },
  taskstore: { all: 'base storage taskstore' },
  yaml: { all: 'base yaml' },
  profiles: { all: 'base yaml profiles' },
  registry: { all: 'base registry' },
  launch: { all: 'base profiles registry a2a launch' },
  team: { all: 'base storage team' },
  tools: { all: 'base team tools' },
  a2a: { all: 'base a2a', types: 'taskstore registry' },
  // What the page and the daemon both know.
  'a2a/web': { all: 'a2a/web', types: 'a2a' },
  'a2a/standard': { all: 'base a2a a2a/standard', types: 'taskstore registry' },
  terminal: { all: 'base terminal', types: 'profiles' },
  channels: { all: 'base taskstore terminal channels', types: 'profiles' },
  hosts: { all: 'base registry hosts' },
  mcp: { all: 'base registry a2a tools mcp' },
  // Its door has the limits of a daemon's.
  serve: { all: 'base registry a2a daemon serve', types: 'mcp', dynamic: 'mcp' },
  daemon: {
    all: 'base storage taskstore profiles registry a2a a2a/web terminal channels team tools launch hosts daemon',
    types: 'mcp a2a/standard',
    dynamic: 'mcp a2a/standard',
  },
  // In the browser, where nothing else of ours exists.
  web: { all: 'web a2a/web', types: 'a2a' },
  cli: {
    all: 'base yaml profiles registry a2a launch cli',
    types: 'daemon mcp serve taskstore team tools',
    dynamic: 'daemon mcp serve taskstore terminal team tools',
  },
};

/** The files that may import a package. */
const ONLY_IN: Readonly<Record<string, string>> = {
  'node-pty': 'terminal/program/pty.ts',
  '@xterm/headless': 'terminal/screen/screen.ts',
  '@xterm/addon-serialize': 'terminal/screen/screen.ts',
  'better-sqlite3': 'storage/sqlite.ts',
  kysely:
    'team/move/rows.ts team/store/engine.ts team/store/migrations.ts team/store/postgres/dialect.ts team/store/schema.ts team/store/sqlite/engine.ts team/store/steps/first-tables.ts team/store/store.ts team/store/table.ts team/store/written-tables.ts',
  pg: 'team/store/postgres/client.ts team/store/postgres/connection.ts team/store/postgres/keeper.ts',
  '@a2a-js/sdk/client': 'a2a/external/card.ts a2a/external/outside-agent.ts',
  undici: 'a2a/client.ts a2a/external/guarded-fetch.ts channels/codex-app-server/connection.ts',
  chalk: 'cli/print/output.ts',
  diff: 'cli/init/diff.ts',
  'jsonc-parser': 'cli/init/agents/opencode.ts cli/init/edit/json-entry.ts cli/init/edit/json-tree.ts',
  'smol-toml': 'cli/init/edit/toml.ts',
  commander: 'cli/spec/parse.ts',
  ws: 'daemon/web/page-stream.ts daemon/web/page-streams.ts',
  '@xterm/xterm': 'web/agent/shown-terminal.ts web/agent/terminal-colors.ts',
  yaml: 'yaml/parse-yaml.ts',
  '@modelcontextprotocol/server':
    'mcp/http/door.ts mcp/http/legacy-sessions.ts mcp/prompts.ts mcp/resources/resources.ts mcp/server.ts mcp/stdio/line-transport.ts mcp/stdio/serve.ts mcp/tools/call-tool.ts mcp/tools/list-tools.ts',
  '@modelcontextprotocol/server/stdio': 'mcp/stdio/serve.ts',
  '@a2a-js/sdk':
    'a2a/external/outside-agent.ts a2a/external/remote-task.ts a2a/standard/agent.ts a2a/standard/http/rest.ts a2a/standard/push/pushes.ts a2a/standard/push/requests.ts a2a/standard/tasks/client-message.ts a2a/standard/tasks/list.ts a2a/standard/tasks/parts.ts a2a/standard/tasks/updates.ts a2a/standard/tasks/view.ts',
  '@a2a-js/sdk/server':
    'a2a/standard/agent.ts a2a/standard/call.ts a2a/standard/http/json-rpc.ts a2a/standard/http/rest.ts a2a/standard/push/pushes.ts',
  '@a2a-js/sdk/errors':
    'a2a/standard/agent.ts a2a/standard/errors.ts a2a/standard/http/check-kinds.ts a2a/standard/http/check-send.ts a2a/standard/http/json-rpc.ts a2a/standard/http/rest.ts a2a/standard/http/version.ts a2a/standard/push/requests.ts a2a/standard/tasks/client-message.ts a2a/standard/tasks/list.ts',
  '@a2a-js/sdk/compat/v0_3/server': 'a2a/standard/http/json-rpc.ts a2a/standard/push/pushes.ts',
};

const FILES = sourceFiles(SRC);
const IMPORTS = FILES.flatMap(importsOf);

test('every room imports only from the rooms below it', () => {
  const wrong = IMPORTS.filter((found) => !found.to.startsWith('package:'))
    .filter(({ from, to, kind }) => !mayImport(roomOf(from), roomOf(to), kind))
    .map(({ from, to, kind }) => `${from} → ${to} (${kind})`);
  expect(wrong).toEqual([]);
});

/** With more files a folder is a list, not a map. */
const MOST_FILES = 15;

test.each(['src', 'test', 'bench', 'scripts'])(`no folder of %s has more than ${MOST_FILES} files`, (top) => {
  // Recorded screens are data.
  const folders = foldersIn(join(ROOT, top)).filter((folder) => !folder.includes('/screens'));
  const filesOf = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const crowded = folders.filter((folder) => filesOf(folder).length > MOST_FILES);
  expect(crowded.map((folder) => relative(ROOT, folder))).toEqual([]);
});

test('each package is imported only where it belongs', () => {
  // The whole page is made with its library.
  const isEverywhere = (to: string) => /^package:(@?preact)/.test(to);
  const packages = IMPORTS.filter(({ to }) => to.startsWith('package:') && !isEverywhere(to));
  const found = new Set(packages.map(({ from, to }) => `${to.slice('package:'.length)} in ${from}`));
  expect([...found].sort()).toEqual(
    Object.entries(ONLY_IN)
      .flatMap(([name, files]) => files.split(' ').map((file) => `${name} in ${file}`))
      .sort(),
  );
});

test('there are no import cycles in src', () => {
  expect(cycles()).toEqual([]);
});

const HEAVY = [
  'CommanderError',
  'jsonc-parser',
  'better-sqlite3',
  'node-pty',
  'undici',
  'ansi-styles',
  'ANSI_BACKGROUND_OFFSET',
];

test.each(['send', 'synapse'])('%s.cjs, on the fast path, contains nothing heavy', (name) => {
  const text = readFileSync(join(ROOT, `dist/${name}.cjs`), 'utf8');
  for (const mark of HEAVY) expect(text, mark).not.toContain(mark);
});

test('send.cjs contains neither the texts of errors nor the options of other commands', () => {
  const text = readFileSync(join(ROOT, 'dist/send.cjs'), 'utf8');
  expect(text).not.toContain(ERROR_CATALOGUE.session_expired.message({}));
  expect(text).not.toContain('--list-targets');
});

test('main.cjs does not contain undici', () => {
  expect(readFileSync(join(ROOT, 'dist/main.cjs'), 'utf8')).not.toContain('undici');
});

test('a daemon without a project does not load the query layer', () => {
  const text = readFileSync(join(ROOT, 'dist/daemon.cjs'), 'utf8');
  expect(text).not.toContain('SelectQueryNode');
  const late = /(?:^|[;\n])var \w+=require\("\.\/kysely\.cjs"\)/;
  expect(text).not.toMatch(late);
  expect(text).toContain('./kysely.cjs');
});

test.each(['main', 'daemon', 'send', 'synapse'])('%s.cjs does not contain the SDK of MCP', (name) => {
  const text = readFileSync(join(ROOT, `dist/${name}.cjs`), 'utf8');
  expect(text).not.toContain('io.modelcontextprotocol');
});

test.each(['main', 'daemon', 'send', 'synapse'])('%s.cjs does not contain the SDK of A2A', (name) => {
  const text = readFileSync(join(ROOT, `dist/${name}.cjs`), 'utf8');
  expect(text).not.toContain('TASK_STATE_WORKING');
});

test('a2a.cjs contains neither a web framework, nor signatures, nor a client', () => {
  const text = readFileSync(join(ROOT, 'dist/a2a.cjs'), 'utf8');
  for (const mark of ['express', 'compactVerify', 'ClientFactory']) expect(text.includes(mark), mark).toBe(false);
});

test('a2a-client.cjs contains neither a server nor undici', () => {
  const text = readFileSync(join(ROOT, 'dist/a2a-client.cjs'), 'utf8');
  for (const mark of ['ExecutionEventQueue', 'UND_ERR_INVALID_ARG', 'SelectQueryNode'])
    expect(text.includes(mark), mark).toBe(false);
});

test('mcp.cjs contains neither a validator, nor a web framework, nor the handlers of the tools', () => {
  const text = readFileSync(join(ROOT, 'dist/mcp.cjs'), 'utf8');
  for (const mark of ['unevaluatedProperties keyword', 'class Ajv', 'HonoRequest', 'claimStart'])
    expect(text.includes(mark), mark).toBe(false);
});

function mayImport(from: string, to: string, kind: Import['kind']): boolean {
  const arrows = ARROWS[from];
  if (!arrows) throw new Error(`src/${from} is not in ARROWS`);
  const allowed = [arrows.all, kind === 'type' ? arrows.types : '', kind === 'dynamic' ? arrows.dynamic : ''];
  return allowed.some((rooms) => rooms?.split(' ').includes(to));
}

/** Rooms within a room, which are loaded late. */
const INNER_ROOMS = ['a2a/standard', 'a2a/web'];

/** Folders that contain only parts of one base file. */
const BASE_FOLDERS = ['errors', 'files', 'i18n', 'processes', 'settings'];

function roomOf(file: string): string {
  const inner = INNER_ROOMS.find((room) => file.startsWith(`${room}/`));
  if (inner !== undefined) return inner;
  const [folder = ''] = file.split('/');
  return file.includes('/') && !BASE_FOLDERS.includes(folder) ? folder : 'base';
}

function sourceFiles(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(name) ? [relative(SRC, path)] : [];
  });
}

function foldersIn(dir: string): string[] {
  const inner = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [dir, ...inner.flatMap(({ name }) => foldersIn(join(dir, name)))];
}

function importsOf(from: string): Import[] {
  const text = readFileSync(join(SRC, from), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const found: Import[] = [];
  for (const match of text.matchAll(/^(?:import|export)\s+(type\s)?([^;]*?\bfrom\s+)?'([^']+)';/gms)) {
    const isType = match[1] !== undefined || hasOnlyTypes(match[2] ?? '');
    add(found, from, match[3] ?? '', isType ? 'type' : 'static');
  }
  for (const match of text.matchAll(/(typeof\s+)?\bimport\('([^']+)'\)/g)) {
    add(found, from, match[2] ?? '', match[1] ? 'type' : 'dynamic');
  }
  return found;
}

/** `{ type A, type B } from` brings no code either. */
function hasOnlyTypes(clause: string): boolean {
  const names = /\{([^}]*)\}/s
    .exec(clause)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return names?.every((name) => name === '' || name.startsWith('type ')) ?? false;
}

function add(found: Import[], from: string, specifier: string, kind: Import['kind']): void {
  if (specifier.startsWith('node:')) return;
  const isOwn = specifier.startsWith('.');
  const target = isOwn ? written(relative(SRC, resolve(SRC, dirname(from), specifier))) : `package:${specifier}`;
  found.push({ from, to: target, kind });
}

/** The file in which a module is written. */
function written(module: string): string {
  const file = module.replace(/\.js$/, '.ts');
  return existsSync(join(SRC, `${file}x`)) ? `${file}x` : file;
}

function cycles(): string[] {
  const edges = new Map<string, string[]>();
  for (const { from, to, kind } of IMPORTS) if (kind === 'static') edges.set(from, [...(edges.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) found.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (trail.includes(file) || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of FILES) visit(file, []);
  return found;
}
