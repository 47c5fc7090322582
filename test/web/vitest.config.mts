/** The tests of the page in a real Chromium: a few, each with real daemons. */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export default defineConfig({
  define: { __SYNAPSE_VERSION__: JSON.stringify(version) },
  test: {
    include: ['test/web/**/*.test.ts'],
    globalSetup: ['test/rig/build-once.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
