import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { createStripeSandbox } from '#sandbox/stripe/sandbox.ts';
import { storeOf } from '#sandbox/stripe/store.ts';
import { testDatabase } from '#server/database/test-database.ts';

export const secretKey = 'sk_test_sandbox';

/** A payment sandbox on a database of its own. */
export async function testProvider() {
  const { owner } = await testDatabase();
  const sandbox = await createStripeSandbox({
    store: storeOf(owner),
    secretKey,
    onError(error) {
      throw error;
    },
  });
  afterAll(() => sandbox.close());
  return sandbox;
}

/** An HTTP server on this machine for as long as the tests run; its address. */
export async function testServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
