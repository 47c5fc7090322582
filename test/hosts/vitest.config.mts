/** The tests with several hosts: real sshd and PostgreSQL, in a run of its own because they need programs that not every machine has. */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export default defineConfig({
  define: { __SYNAPSE_VERSION__: JSON.stringify(version) },
  test: {
    include: ['test/hosts/over-ssh/**/*.test.ts', 'test/hosts/on-one-server/**/*.test.ts'],
    globalSetup: ['test/rig/build-once.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
