/** Bundles each entry of Synapse into a file in dist/, and collects the licenses of the packages in the bundles. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The full command line, the daemon (see src/entries.ts), the texts of errors, what is said in other languages, what
 * commands need in a sandbox, the line of a command that waits, MCP, A2A, and what is served to clients elsewhere.
 */
const ENTRIES = {
  main: 'src/cli/entry/main.ts',
  daemon: 'src/daemon/main.ts',
  'error-catalogue': 'src/error-catalogue.ts',
  retell: 'src/i18n/retell.ts',
  'spool-client': 'src/a2a/spool-client.ts',
  'live-line': 'src/cli/commands/ask/live-line.ts',
  mcp: 'src/mcp/main.ts',
  a2a: 'src/a2a/standard/main.ts',
  'a2a-client': 'src/a2a/external/main.ts',
  serve: 'src/serve/main.ts',
};
/** The commands that agents run all day. These bundles are small, because reading them delays every command. */
const FAST_ENTRIES = { send: 'src/cli/entry/send.ts', synapse: 'src/cli/entry/quick.ts' };

/** Packages that few commands need. Each becomes a bundle of its own, which is read when it is imported. */
const APART = {
  yaml: 'yaml',
  chalk: 'chalk',
  kysely: 'kysely',
  pg: 'pg',
  undici: 'undici',
  '@xterm/headless': 'xterm-headless',
  '@xterm/addon-serialize': 'xterm-addon-serialize',
  diff: 'diff',
  'jsonc-parser': 'jsonc-parser',
  'smol-toml': 'smol-toml',
  ws: 'ws',
};

/** Packages of which a static import is late enough, because the modules that import them are themselves loaded late. */
const APART_ALWAYS = [
  ...['kysely', 'pg', 'undici', '@xterm/headless', '@xterm/addon-serialize'],
  ...['diff', 'jsonc-parser', 'smol-toml', 'ws'],
];

/** Packages with native code, which are installed beside the bundles, and two that `pg` would use elsewhere. */
const EXTERNAL = ['better-sqlite3', 'node-pty', 'pg-native', 'cloudflare:sockets'];

const bundlesApart = {
  name: 'bundles-apart',
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^(${Object.keys(APART).join('|')})$`) }, ({ kind, path }) =>
      kind === 'dynamic-import' || (kind === 'import-statement' && APART_ALWAYS.includes(path))
        ? { path: `./${APART[path]}.cjs`, external: true }
        : undefined,
    );
    // Our own part of MCP, and of A2A, is in the bundle with its SDK.
    builder.onResolve({ filter: /\/mcp\/main\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './mcp.cjs', external: true } : undefined,
    );
    builder.onResolve({ filter: /\/a2a\/standard\/main\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './a2a.cjs', external: true } : undefined,
    );
    builder.onResolve({ filter: /\/serve\/main\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './serve.cjs', external: true } : undefined,
    );
    // So is our own part of the client of A2A.
    builder.onResolve({ filter: /\/a2a\/external\/main\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './a2a-client.cjs', external: true } : undefined,
    );
    // esbuild writes regular expressions as they are, and one character beyond Latin-1 doubles the memory that V8 needs
    // for the text of the whole bundle.
    builder.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /[^\0-\x7f]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
      loader: 'ts',
    }));
    // The SDK of A2A prints what it cannot read, but stdout and stderr are not its own.
    builder.onLoad({ filter: /@a2a-js\/sdk\/dist\/.*\.js$/ }, ({ path }) => ({
      contents: `const console = { log() {}, info() {}, warn() {}, error() {} };\n${readFileSync(path, 'utf8')}`,
    }));
    // The SDK of MCP would check schemas with a large validator, but our tools check their arguments themselves.
    builder.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'mcp-shims',
      namespace: 'mcp-shims',
    }));
    builder.onLoad({ filter: /./, namespace: 'mcp-shims' }, () => ({
      contents: "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}",
      resolveDir: ROOT,
    }));
  },
};

/** What the fast commands load only when they need it: texts of errors and in other languages, the way out of a sandbox, and the line of a command that waits. */
const LATE = {
  'error-catalogue': ['ERROR_CATALOGUE'],
  retell: ['retell', 'retellNote'],
  'spool-client': ['askBySpool', 'probeSocket'],
  'live-line': ['openLiveLine'],
};

const lazyTexts = {
  name: 'lazy-texts',
  setup(builder) {
    const namespace = 'lazy-texts';
    builder.onResolve({ filter: new RegExp(`/(${Object.keys(LATE).join('|')})\\.js$`) }, ({ path }) => ({
      path: basename(path, '.js'),
      namespace,
    }));
    builder.onResolve({ filter: /\.cjs$/, namespace }, ({ path }) => ({ path, external: true }));
    builder.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `module.exports = {${LATE[path]
        .map((name) => `get ${name}() { return require('./${path}.cjs').${name}; },`)
        .join('')}};`,
    }));
  },
};

/** A benchmark builds another one elsewhere, with parts left out by plugins of its own. */
export async function buildAll({ dist = join(ROOT, 'dist'), plugins = [] } = {}) {
  const results = await Promise.all([
    bundle(dist, [...pairs(ENTRIES), ...pairs(APART, true)], [...plugins, bundlesApart]),
    bundle(dist, pairs(FAST_ENTRIES), [...plugins, bundlesApart, lazyTexts]),
    bundlePage(join(dist, 'web')),
  ]);
  mkdirSync(join(dist, 'web'), { recursive: true });
  const files = results.flatMap(({ outputFiles }) => outputFiles.map(stamped));
  const inputs = Object.assign({}, ...results.map(({ metafile }) => metafile.inputs));
  files.push({ path: join(dist, 'THIRD_PARTY_LICENSES.txt'), contents: licenses(inputs) });
  for (const name of PAGE_FILES) {
    files.push({ path: join(dist, 'web', name), contents: readFileSync(join(ROOT, 'src/web/page', name)) });
  }
  for (const file of files) replaceFile(file);
  removeOthers(dist, files);
  removeOthers(join(dist, 'web'), files);
}

/** Appends a hash to a bundle, from which the launcher knows whether the compiled code it kept is of this bundle. */
function stamped({ path, contents }) {
  if (!path.endsWith('.cjs')) return { path, contents };
  const stamp = createHash('sha256').update(contents).digest('hex').slice(0, 16);
  return { path, contents: Buffer.concat([contents, Buffer.from(`//${stamp}\n`)]) };
}

function pairs(entries, areNames = false) {
  return Object.entries(entries).map(([one, other]) => (areNames ? { in: one, out: other } : { in: other, out: one }));
}

function bundle(outdir, entryPoints, plugins) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20.18',
    format: 'cjs',
    external: EXTERNAL,
    // Its main file hides what it requires from a bundler.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    // Every daemon keeps the text of its bundles in memory, so blanks are removed. Names stay readable.
    minifyWhitespace: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    define: { __SYNAPSE_VERSION__: JSON.stringify(version) },
    plugins,
    // `import()` of another bundle becomes a plain `require`, because loading ES modules costs more than the file.
    supported: { 'dynamic-import': false },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
}

/** The typeface of the page comes with the sources. */
const FONT = `Inter (OFL-1.1)\n\n${readFileSync(join(ROOT, 'src/web/font/LICENSE'), 'utf8').trim()}\n\n${'-'.repeat(80)}\n`;

/** What the browser loads as it is. */
const PAGE_FILES = ['index.html', 'icon.svg'];

/** The page of `synapse web`. What it does not need at first, such as the terminal, is in files of its own. */
function bundlePage(outdir) {
  return build({
    absWorkingDir: ROOT,
    entryPoints: { app: 'src/web/main.tsx', style: 'src/web/style/style.css' },
    outdir,
    chunkNames: '[name]-[hash]',
    assetNames: '[name]',
    loader: { '.woff2': 'file', '.svg': 'file' },
    bundle: true,
    splitting: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
}

/** Replaces a file by renaming a new one, because another process may be starting from dist/ right now. */
function replaceFile({ path, contents }) {
  const fresh = join(path, '..', `.${basename(path)}.${process.pid}`);
  writeFileSync(fresh, contents);
  renameSync(fresh, path);
}

/** The code that the launcher kept stays as long as its bundle does. */
function removeOthers(dist, files) {
  const kept = new Set(files.flatMap(({ path }) => [path, dirname(path)]));
  const stamps = files.map(({ path, contents }) => `${basename(path)} ${contents.toString().slice(-17, -1)}`);
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    const compiled = /^(.*\.cjs)\.v.*-([0-9a-f]{16})$/.exec(name);
    const isCurrent = kept.has(path) || (compiled && stamps.includes(`${compiled[1]} ${compiled[2]}`));
    if (!isCurrent && !name.startsWith('.')) rmSync(path, { recursive: true });
  }
}

function licenses(inputs) {
  const packages = new Set();
  for (const input of Object.keys(inputs)) {
    const name = input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
    if (name) packages.add(name);
  }
  return [...[...packages].sort().map(licenseOf), FONT].join('\n');
}

function licenseOf(name) {
  const dir = join(ROOT, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const file = readdirSync(dir).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(dir, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}\n\n${'-'.repeat(80)}\n`;
}

/** npm does not stop at an optional package that could not be compiled, so a missing store is noticed here. */
function checkStore() {
  const require = createRequire(import.meta.url);
  // Below that, loading the newer one ends the process. See src/storage/sqlite.ts.
  const names = Number(process.versions.napi) < 10 ? ['better-sqlite3'] : ['better-sqlite3-13', 'better-sqlite3'];
  const reasons = names.map((name) => {
    try {
      new (require(name))(':memory:').close();
      return null;
    } catch (error) {
      return error.message.split('\n')[0];
    }
  });
  if (reasons.includes(null)) return;
  console.error(
    `error: The SQLite library was not installed: ${reasons[0]}\nhint: Install python3, make and a C++ compiler, or Node 22.14 or newer, and run \`npm ci\` again.`,
  );
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildAll();
  checkStore();
}
