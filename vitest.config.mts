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
    // Most of a test is waiting for something to happen.
    maxWorkers: 4,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
