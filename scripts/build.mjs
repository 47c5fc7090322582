/** Bundles the entries of Synapse into dist/, each a file of its own, and collects the licences of what went in. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The launcher's fast path, everything else of the command line, and the daemon (see src/entries.ts). */
const ENTRIES = { synapse: 'src/cli/fast.ts', main: 'src/cli/main.ts', daemon: 'src/daemon/main.ts' };

/** Packages that few commands need: they become files of their own, read only by whoever imports them. */
const APART = ['yaml', 'chalk', 'kysely'];

/** These stand in modules that are themselves loaded late, so a plain import of them is late enough. */
const APART_ALWAYS = ['kysely'];

/** These bring native code and are installed beside the bundles. */
const EXTERNAL = ['better-sqlite3', 'node-pty'];

const bundlesApart = {
  name: 'bundles-apart',
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^(${APART.join('|')})$`) }, ({ kind, path }) =>
      kind === 'dynamic-import' || (kind === 'import-statement' && APART_ALWAYS.includes(path))
        ? { path: `./${path}.cjs`, external: true }
        : undefined,
    );
  },
};

/** Commander loads child_process, and with it much of the network, for commands that are programs; there are none here. */
const lazyChildProcess = {
  name: 'lazy-child-process',
  setup(builder) {
    builder.onLoad({ filter: /commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        "const childProcess = require('node:child_process');",
        "const childProcess = { get spawn() { return require('node:child_process').spawn; } };",
      ),
    }));
  },
};

export async function buildAll() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const dist = join(ROOT, 'dist');
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      ...Object.entries(ENTRIES).map(([out, path]) => ({ in: path, out })),
      ...APART.map((name) => ({ in: name, out: name })),
    ],
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20.18',
    format: 'cjs',
    external: EXTERNAL,
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    legalComments: 'none',
    define: { __SYNAPSE_VERSION__: JSON.stringify(version) },
    plugins: [bundlesApart, lazyChildProcess],
    // `import()` of another bundle becomes a plain `require`: the machinery of ES modules costs more than the file.
    supported: { 'dynamic-import': false },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  mkdirSync(dist, { recursive: true });
  const files = result.outputFiles.map(({ path, contents }) => ({ path, contents }));
  files.push({ path: join(dist, 'THIRD_PARTY_LICENSES.txt'), contents: licences(result.metafile) });
  for (const file of files) replaceFile(file);
  removeOthers(dist, files);
  return result.metafile;
}

/** By renaming, and never by emptying dist/ first: another process may be starting from there meanwhile. */
function replaceFile({ path, contents }) {
  const fresh = join(path, '..', `.${basename(path)}.${process.pid}`);
  writeFileSync(fresh, contents);
  renameSync(fresh, path);
}

function removeOthers(dist, files) {
  const kept = new Set(files.map((file) => file.path));
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    if (!kept.has(path) && !name.startsWith('.')) rmSync(path, { recursive: true });
  }
}

function licences(metafile) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const name = input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
    if (name) packages.add(name);
  }
  return [...packages].sort().map(licenceOf).join('\n');
}

function licenceOf(name) {
  const dir = join(ROOT, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const file = readdirSync(dir).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(dir, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}\n\n${'-'.repeat(80)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll();
