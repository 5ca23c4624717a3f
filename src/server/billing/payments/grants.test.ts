import { createServer } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createStripeClient } from '#server/platform/stripe/client.ts';
import { InvalidRequest } from '#server/platform/stripe/errors.ts';
import { settleGrants } from './grants.ts';

/** Checks the decision against a provider that refuses everything. */
const asked: string[] = [];
beforeEach(() => void asked.splice(0));
const server = createServer(({ method, url }, response) => {
  asked.push(`${method} ${url}`);
  const error = { type: 'invalid_request_error', message: 'Refused' };
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
});
const apiBase = await new Promise<string>((opened) => {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    opened(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
});
afterAll(() => server.close());
const stripe = createStripeClient({ secretKey: 'sk_test_x', apiBase });

const now = new Date('2026-11-20T12:00:00Z');
const settle = async (grantEnds: Date) => {
  const metadata = {
    grantId: '1',
    grantPrice: 'price_1',
    grantEnds: String(grantEnds.getTime() / 1_000),
  };
  const state = { id: 'sub_1', metadata, priceServiceId: 'price_1', changePending: false };
  const subscriptions = [{ ...state, endedAt: null, cancelAt: null }];
  await expect(settleGrants(stripe, { subscriptions }, now)).rejects.toThrow(InvalidRequest);
  return asked.filter((request) => !request.startsWith('GET'));
};

test('a refusal to restore the end of a grant ends no plan (R-SUP-11)', async () => {
  const tomorrow = new Date('2026-11-21T12:00:00Z');
  expect(await settle(tomorrow)).toEqual(['POST /v1/subscriptions/sub_1']);
});

test('a grant whose time is over is ended (R-SUP-11)', async () => {
  expect(await settle(now)).toEqual(['DELETE /v1/subscriptions/sub_1']);
});
