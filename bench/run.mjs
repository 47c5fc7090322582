/** Bundles the benchmarks and runs them: `npm run bench`, or some of them: `npm run bench -- commands store`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildAll } from '../scripts/build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist', `.bench-${process.pid}`);

await buildAll();
mkdirSync(out, { recursive: true });
try {
  await build({
    entryPoints: [join(root, 'bench/main.ts')],
    outfile: join(out, 'main.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node20.18',
    format: 'cjs',
    external: ['better-sqlite3', 'better-sqlite3-13', 'node-pty'],
    logLevel: 'warning',
  });
  const run = spawnSync(process.execPath, [join(out, 'main.cjs'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, SYNAPSE_BENCH_ROOT: root },
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
