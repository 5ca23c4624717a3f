import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    globalSetup: 'src/server/database/test-cluster.ts',
    // Forks: native modules (argon2, Postgres sockets) and process-wide settings stay apart.
    pool: 'forks',
    maxWorkers: 2,
    // Start-up of an embedded Postgres on a busy two-core machine takes seconds, not a bug.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
