import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig({
  define: { __SYNAPSE_VERSION__: JSON.stringify(version) },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/agents/**'],
    globalSetup: ['test/rig/build-once.ts'],
    // Native add-ons and real child processes do not mix with worker threads.
    pool: 'forks',
    // A process for each worker, not for each file: to start one and to load the daemon into it costs more than most files.
    isolate: false,
    // Most of a test is waiting for something to happen.
    maxWorkers: 6,
    // For machines with a load of fifteen; a test that hangs is found either way.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
