import { defineConfig } from 'vitest/config';

/** Runs the tests that should detect a mutant, one file after the other. */
export default defineConfig({
  test: {
    include: (process.env['MUTANT_TESTS'] ?? '').split(' '),
    globalSetup: 'src/server/database/test/cluster.ts',
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
