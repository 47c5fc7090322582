import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../src/cli/commands/table.js';
import { findCommand } from '../src/cli/spec/find-command.js';
import { TEAM_FILE } from '../src/cli/up/team-file/keys.js';
import { makeRoutes, type Services } from '../src/daemon/http/routes.js';
import { ERROR_CATALOGUE, type ErrorDetails } from '../src/error-catalogue.js';
import { PROFILE_FILE } from '../src/profiles/profile-keys.js';
import { RECEIPT_STATES } from '../src/taskstore/message.js';
import { TASK_STATES } from '../src/taskstore/task.js';
import { toolsPage } from '../src/tools/docs.js';
import { schemaText } from '../src/yaml/read-yaml-file.js';
import { ROOT } from './rig/home/binary.js';

const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...names('docs', '.md', true)];
const INSIDE = ['docs/architecture.md', ...names('docs/inside', '.md')];
const API = read('docs/api.md');

test('the error table of the docs is the catalogue', () => {
  const expected = Object.entries(ERROR_CATALOGUE).map(([code, entry]) => [
    `\`${code}\``,
    String(entry.status),
    String(entry.exit),
    entry.message(PLACEHOLDERS),
  ]);
  expect(rowsOf(API, 'Errors')).toEqual(expected);
});

test('every route is documented with its access, and every documented route exists', () => {
  const documented = rowsOf(API, 'Routes').map(([method, path = '', access]) => `${method} ${bare(path)} ${access}`);
  const served = routeTable().map(
    ({ method, path, access }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')} ${access}`,
  );
  expect(documented.sort()).toEqual(served.sort());
});

test('the docs explain every state of a task and of a receipt, and no others', () => {
  expect(rowsOf(API, 'States of a task').map(([state = '']) => bare(state))).toEqual([...TASK_STATES]);
  expect(rowsOf(API, 'Receipts').map(([state = '']) => bare(state))).toEqual([...RECEIPT_STATES]);
});

test('the page about the commands lists every command, and only commands that exist', () => {
  const written = [...section(read('docs/commands.md'), 'The commands').matchAll(/`synapse ([^`]+)`/g)];
  const listed = new Set(written.map(([, words = '']) => findCommand(words.split(' ')).spec.path));
  expect([...listed].sort()).toEqual(COMMANDS.map(({ path }) => path).sort());
});

test('the page about the tools matches the tool table', () => {
  expect(read('docs/tools.md')).toBe(toolsPage());
});

test.each([
  ['synapse', TEAM_FILE],
  ['profile', PROFILE_FILE],
])('schema/%s.schema.json is made from the keys of the file', (name, spec) => {
  expect(read(`schema/${name}.schema.json`)).toBe(schemaText(spec));
});

test('every command is in a man page', () => {
  const pages = names('man', '.1').map(read).join('\n').replaceAll('\\-', '-');
  expect(COMMANDS.map(({ path }) => `synapse ${path}`).filter((words) => !pages.includes(words))).toEqual([]);
});

test.each([...INSIDE, 'CONTRIBUTING.md'])('every file and folder that %s names exists', (page) => {
  const named = [...withoutCode(read(page)).matchAll(/`([\w.-]+\/[\w./-]*|[\w-]+\.ts)`/g)].map(([, path = '']) => path);
  const files = names('src', '.ts', true);
  const isThere = (path: string) =>
    path.includes('/')
      ? ['', 'src'].some((base) => existsSync(join(ROOT, base, path)))
      : files.some((file) => basename(file) === path);
  expect(named.filter((path) => !isRuntimePath(path) && !isThere(path))).toEqual([]);
});

test('every function that the pages about the architecture name is in the file it names', () => {
  const named = [
    ...INSIDE.map(read)
      .join('\n')
      .matchAll(/`(?:\w+\.)?#?(\w+)\(\)` in `([\w./-]+)`/g),
  ];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(([, name = '', file = '']) => !read(`src/${file}`).includes(name)).map(([text]) => text)).toEqual(
    [],
  );
});

test.each(PAGES)('every relative link in %s leads somewhere', (page) => {
  expect(linksOf(page).filter(({ target, anchor }) => !resolves(target, anchor))).toEqual([]);
});

test('no text file contains a path of the machine it was written on', () => {
  const places = [ROOT, `${homedir()}/`].filter((place) => place.split('/').length > 2);
  const found = textFiles().filter(
    ({ text }) => places.some((place) => text.includes(place)) || /(?<![\w.~-])\/(?:home|Users|root)\/\w/.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('no text file names the host that packages came from', () => {
  const host =
    /https?:\/\/[^\s"'/]*(?:registry|npm|mirror|proxy|artifact|nexus)[^\s"'/]*|^\s*registry\s*=\s*\S*\/\/|"resolved"\s*:/m;
  expect(
    textFiles()
      .filter(({ text }) => host.test(text))
      .map(({ path }) => path),
  ).toEqual([]);
});

/** Every fact of an error, spelled as the sentence's own placeholder. */
const PLACEHOLDERS = new Proxy({} as ErrorDetails, { get: (_, name) => `{${String(name)}}` });

/** Only the table is checked. No handler runs, so it needs no services. */
function routeTable() {
  return makeRoutes({ context: {} } as unknown as Services);
}

/** The cells of the first table below a heading. */
function rowsOf(text: string, heading: string): string[][] {
  const lines = section(text, heading).split('\n');
  const start = lines.findIndex((line) => /^\|[-|]+\|$/.test(line)) + 1;
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start, length < 0 ? undefined : start + length).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function section(text: string, heading: string): string {
  const found = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`there is no section "${heading}"`);
  return found;
}

function bare(cell: string): string {
  return cell.replaceAll('`', '');
}

interface Link {
  readonly target: string;
  readonly anchor: string | undefined;
}

function linksOf(page: string): Link[] {
  const text = withoutCode(read(page));
  return [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, file = '', anchor]) => ({
    target: file === '' ? page : relative(ROOT, join(ROOT, dirname(page), file)),
    anchor,
  }));
}

function resolves(target: string, anchor: string | undefined): boolean {
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || headingsOf(target).includes(anchor);
}

function headingsOf(page: string): string[] {
  return [...withoutCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```/gms, '');
}

const NOT_OURS = new Set(['.git', 'node_modules', 'dist', 'coverage']);

/** All files of the repository, except what is installed, built or packed. */
function textFiles(dir = ROOT): { readonly path: string; readonly text: string }[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name) || entry.name.endsWith('.tgz')) return [];
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return textFiles(path);
    if (!entry.isFile()) return [];
    const text = readFileSync(path, 'utf8');
    return text.includes('\0') ? [] : [{ path: relative(ROOT, path), text }];
  });
}

/** Files that only exist in a home, a project or an installation. */
function isRuntimePath(path: string): boolean {
  return /^(?:dist|live|agents|\.ai-pm)\//.test(path);
}

function names(dir: string, ending: string, recursive = false): string[] {
  return readdirSync(join(ROOT, dir), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${dir}/${name}`);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
