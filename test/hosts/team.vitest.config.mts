/** The suite of the team once more, with its stores on a PostgreSQL server. */
import base from '../../vitest.config.mjs';

export default {
  ...base,
  test: {
    ...base.test,
    include: ['test/team/**/*.test.ts', 'test/tools/**/*.test.ts', 'test/hosts/on-postgres/**/*.test.ts'],
    exclude: [],
    globalSetup: ['test/hosts/team-server.ts'],
    // The server works on the same cores as the tests.
    maxWorkers: 4,
  },
};
