/** The tests against the real agents: slow, one at a time, and only on demand. */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { resultsFile } from './results/cells.js';
import CountsReporter from './results/reporter.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// Chosen here, so that all workers append to the same file.
resultsFile();

/** Begins with the files that take longest, so that several workers are done at about the same time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.includes('/bulk/') ? 0 : 1);
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  define: { __SYNAPSE_VERSION__: JSON.stringify(version) },
  test: {
    include: ['test/agents/**/*.test.ts'],
    globalSetup: ['test/rig/build-once.ts', 'test/agents/rig/install-once.ts'],
    reporters: ['default', new CountsReporter()],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    maxWorkers: Number(process.env.SYNAPSE_AGENTS_WORKERS ?? 1),
    testTimeout: 90_000,
    hookTimeout: 90_000,
    teardownTimeout: 10_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
