import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

// Workers, and the processes that tests start, compile nothing that another has compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/pregao');

const tests = globSync(['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts']);
const standsInFront = /\bvi\.(mock|doMock|resetModules)\(/;
const [alone = [], together = []] = [true, false].map((alone) =>
  tests.filter((file) => standsInFront.test(readFileSync(file, 'utf8')) === alone),
);

// Start-up of an embedded Postgres on a busy two-core machine takes seconds, not a bug.
const patience = { testTimeout: 30_000, hookTimeout: 60_000 };

const setupFiles = ['src/server/database/test/one-connection.ts'];

/** Hundreds of people register in the tests: their passwords cost next to nothing. */
const quickHashes: Plugin = {
  name: 'quick-hashes',
  enforce: 'pre',
  transform: {
    filter: { id: /\/accounts\/service\/password\.ts$/ },
    handler(code) {
      const quick = code.replace(/memoryCost: \w+, timeCost: \w+/, 'memoryCost: 256, timeCost: 1');
      if (quick === code) throw new Error('What a password costs is written elsewhere now.');
      return { code: quick, map: null };
    },
  },
};

export default defineConfig({
  test: {
    globalSetup: 'src/server/database/test/cluster.ts',
    // Forks: native modules (argon2, Postgres sockets) and process-wide settings stay apart.
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      // To load the product takes longer than most files need for their tests: a worker does it once.
      {
        plugins: [quickHashes],
        test: { name: 'together', include: together, isolate: false, setupFiles, ...patience },
      },
      // What replaces a module has to load the product anew; it sees what passwords really cost.
      { test: { name: 'alone', include: alone, setupFiles, ...patience } },
    ],
  },
});
