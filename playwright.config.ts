import { defineConfig } from '@playwright/test';
import { chromiumPath } from '#tools/browser.ts';

// With a pooler or a cluster (`npm run longrun -- pgbouncer citus`) much more runs at once.
const patience = process.env['INSTANCES'] ? 4 : 1;

const chromium = await chromiumPath();
// A context keeps no compiled code for the next one: code that runs for a second or two isn't worth optimizing.
const args = [...chromium.args, '--js-flags=--no-turbofan --no-maglev'];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/server.ts',
  // Each worker runs a whole product of its own (e2e/support/server.ts): two fill two cores.
  workers: 2,
  forbidOnly: true,
  timeout: patience * 120_000,
  expect: { timeout: patience * 30_000 },
  use: {
    actionTimeout: patience * 30_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Routes of tests see no request that a worker makes; e2e/app/installable.e2e.ts tests the worker.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace costs time in every test. A failure has its last page and its requests (e2e/support/fixtures.ts);
    // `--trace on` adds the steps before.
    trace: 'off',
    // Nobody watches the panels slide.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...chromium, args },
  },
});
