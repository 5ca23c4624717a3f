import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Workers, and the processes that tests start, compile nothing that another has compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/pregao');

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', '{packages,tools}/**/*.test.ts'],
    globalSetup: 'src/server/platform/database/test/cluster.ts',
    setupFiles: ['src/server/platform/database/test/one-connection.ts'],
    // Forks: native modules (argon2, Postgres sockets) and process-wide settings stay apart.
    pool: 'forks',
    maxWorkers: 2,
    // To load the product takes longer than most files need for their tests: a worker does it once.
    isolate: false,
    // Start-up of an embedded Postgres on a busy two-core machine takes seconds, not a bug.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Waiting for a condition is no promise of speed.
    expect: { poll: { timeout: 10_000 } },
  },
});
