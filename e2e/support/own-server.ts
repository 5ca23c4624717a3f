import { test as base } from './fixtures.ts';
import { type ProductServer, startServer } from './server.ts';

/** Playwright's `test` with a server beside the usual one, which has one operator and no coupon. */
export const ownServerTest = base.extend<object, { server: ProductServer }>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
