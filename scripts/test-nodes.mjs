/**
 * Runs the test suite on other versions of Node and prints how each of them did: `npm run test:nodes`. Versions and paths
 * of tests may be given: `npm run test:nodes -- 22 test/taskstore`. Node comes from the registry, with the headers that the
 * native modules are compiled with, in a copy of this folder.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DEFAULT_VERSIONS = ['22', '24'];
/** Folders that are not copied, because the copy builds them again or does not need them. */
const LEFT_OUT = ['.git', 'node_modules', 'dist'];

const words = process.argv.slice(2);
const versions = words.filter((word) => /^\d/.test(word));
const paths = words.filter((word) => !versions.includes(word));
const results = (versions.length > 0 ? versions : DEFAULT_VERSIONS).map(testOn);
for (const { version, passed, total } of results) console.log(`Node ${version}: ${passed} of ${total} tests passed`);
process.exitCode = results.every(({ isGreen }) => isGreen) ? 0 : 1;

function testOn(wanted) {
  const dir = mkdtempSync(join(tmpdir(), `synapse-node${wanted}-`));
  try {
    const copy = join(dir, 'synapse');
    cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.some((name) => path === join(ROOT, name)) });
    const node = installNode(dir, wanted);
    const env = {
      ...process.env,
      PATH: [join(node, 'bin'), process.env.PATH].join(delimiter),
      npm_config_nodedir: node,
    };
    const version = run('node', ['--version'], { cwd: copy, env, stdio: 'pipe' }).stdout.trim().slice(1);
    // From Node 22 on, nothing is compiled, so that nothing needs a compiler.
    run('npm', Number.parseInt(version, 10) >= 22 ? ['ci', '--ignore-scripts'] : ['ci'], { cwd: copy, env });
    run('npm', ['run', 'build'], { cwd: copy, env });
    const report = join(dir, 'report.json');
    const args = ['vitest', 'run', ...paths, '--reporter=default', '--reporter=json', `--outputFile=${report}`];
    const { status } = spawnSync('npx', args, { cwd: copy, env, stdio: 'inherit' });
    const { numPassedTests: passed, numTotalTests: total } = JSON.parse(readFileSync(report, 'utf8'));
    return { version, passed, total, isGreen: status === 0 };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Returns the folder of that version, with bin/ and include/. */
function installNode(dir, version) {
  run('npm', ['install', '--prefix', dir, '--no-save', '--no-audit', '--no-fund', `node@${version}`], { cwd: dir });
  const name = `node-${process.platform}-${process.arch}`;
  const places = [join(dir, 'node_modules', 'node', 'node_modules', name), join(dir, 'node_modules', name)];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`the package node@${version} brought no ${name}`);
  return found;
}

function run(file, args, options) {
  const result = spawnSync(file, args, { stdio: 'inherit', encoding: 'utf8', ...options });
  if (result.status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${result.status ?? result.signal}`);
  return result;
}
