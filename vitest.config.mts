import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

// Node reads this file at every start of a process, which doubles what the start costs. Tests call nobody outside.
delete process.env.NODE_EXTRA_CA_CERTS;

export default defineConfig({
  define: { __SYNAPSE_VERSION__: JSON.stringify(version) },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/agents/**', 'test/hosts/on-*/**', 'test/hosts/over-ssh/**', 'test/web/**'],
    globalSetup: ['test/rig/build-once.ts'],
    // Native add-ons and real child processes do not mix with worker threads.
    pool: 'forks',
    // One process per worker, not per file, because starting one and loading the daemon takes longer than most files.
    isolate: false,
    // Tests mostly wait, so there are more workers than cores.
    maxWorkers: 6,
    // Long enough for a machine with a load of fifteen.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
