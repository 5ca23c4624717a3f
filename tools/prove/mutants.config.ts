import { defineConfig } from 'vitest/config';

/** How a mutant is tried: the tests that should notice, one file after the other. */
export default defineConfig({
  test: {
    include: (process.env['MUTANT_TESTS'] ?? '').split(' '),
    globalSetup: 'src/server/database/test-cluster.ts',
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
