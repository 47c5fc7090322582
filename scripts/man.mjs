/** Writes man/ and its list in package.json, docs/tools.md, docs/openapi.json and schema/ from their tables. With --check, only reports whether anything would change. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const { manPages } = await load('src/cli/man/man-pages.ts');
const { toolsPage } = await load('src/tools/docs.ts');
const { schemaText } = await load('src/yaml/read-yaml-file.ts');
const { TEAM_FILE } = await load('src/cli/up/team-file/keys.ts');
const { openApiText } = await load('src/daemon/openapi/document.ts');
const { CONFIG_FILE } = await load('src/cli/config/keys.ts');
const { PROFILE_FILE } = await load('src/profiles/profile-keys.ts');
const pages = manPages();
/** Single files, each generated from one table. */
const MADE = [
  { path: 'docs/openapi.json', text: openApiText(), source: 'the tables of operations, tools and errors' },
  { path: 'docs/tools.md', text: toolsPage(), source: 'the table of tools' },
  { path: 'schema/synapse.schema.json', text: schemaText(TEAM_FILE), source: 'the keys of a team file' },
  { path: 'schema/config.schema.json', text: schemaText(CONFIG_FILE), source: 'the keys of the settings' },
  { path: 'schema/profile.schema.json', text: schemaText(PROFILE_FILE), source: 'the keys of a profile' },
];
const staleFiles = MADE.filter(({ path, text }) => read(path) !== text);
const stale = pages.filter(({ file, text }) => read(join('man', file)) !== text).map(({ file }) => file);
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const listed = manifest.man.map((path) => path.replace(/^man\//, ''));
const wanted = pages.map(({ file }) => file);
const odd = [...new Set([...listed, ...readdirSync(join(ROOT, 'man'))])].filter((file) => !wanted.includes(file));
const unlisted = wanted.filter((file) => !listed.includes(file));

if (!process.argv.includes('--check')) {
  for (const file of odd) rmSync(join(ROOT, 'man', file), { force: true });
  for (const { file, text } of pages) writeFileSync(join(ROOT, 'man', file), text);
  const man = wanted.map((file) => `man/${file}`);
  writeFileSync(join(ROOT, 'package.json'), `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);
  for (const { path, text } of MADE) writeFileSync(join(ROOT, path), text);
} else if (stale.length + odd.length + unlisted.length + staleFiles.length > 0) {
  for (const { path, source } of staleFiles) console.error(`${path} differs from ${source}; run: npm run man`);
  if (stale.length > 0) console.error(`man pages differ from their sources: ${stale.join(', ')}; run: npm run man`);
  if (odd.length > 0) console.error(`not made from any source: ${odd.join(', ')}`);
  if (unlisted.length > 0) console.error(`missing in "man" of package.json: ${unlisted.join(', ')}`);
  process.exitCode = 1;
}

async function load(entry) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    define: { __SYNAPSE_VERSION__: JSON.stringify(version) },
    write: false,
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}

function read(path) {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
