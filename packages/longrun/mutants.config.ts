import { defineConfig } from 'vitest/config';

/** Runs the tests that should detect a mutant, one file after the other. */
export default defineConfig({
  test: {
    include: [process.env['MUTANT_TESTS'] ?? ''],
    globalSetup: 'src/server/platform/database/test/cluster.ts',
    setupFiles: ['src/server/platform/database/test/one-connection.ts'],
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As in `vitest.config.ts`: within Vitest's one second an email may not have arrived on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
