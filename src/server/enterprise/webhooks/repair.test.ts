import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { testApplication } from '#server/test/application.ts';
import { patience, startReceiver } from './test/receiver.ts';

const product = await testApplication();
const { owner: store } = product.open;
const { subscribe, readWithoutWaits } = await startReceiver(product);
const transaction = { description: 'PETR4', quantity: 2, price: 2.5, date: '2026-03-01' };

describe('An endpoint with a new address (R-WHK-06)', () => {
  /** Adds an endpoint that has failed for 73 hours, and a function that gives it another address. */
  const addFailing = async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await subscribe(owner, ['transaction.created']);
    endpoint.answer((response) => response.writeHead(503).end());
    await owner.api.transactions.create({ body: transaction });
    const read = () => owner.api.webhooks.get(endpoint);
    await expect.poll(read, patience).toMatchObject({ failingSince: expect.any(String) as string });
    await store.query(
      `update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1`,
      [endpoint.id],
    );
    const next = await subscribe(owner, ['member.added']);
    const { description, events, params } = endpoint;
    const move = () =>
      owner.api.webhooks.update({
        params,
        body: { url: next.url, description, events, enabled: true },
      });
    return { endpoint, next, move, read };
  };

  test('is not turned off for what the former one failed', async () => {
    const { endpoint, next, move, read } = await addFailing();
    next.answer((response) => response.writeHead(502).end());
    expect(await move()).toMatchObject({ failingSince: null });
    const failing = { failingSince: expect.any(String) as string, disabled: null };
    await expect.poll(readWithoutWaits(endpoint, read), patience).toMatchObject(failing);
    next.answer(undefined);
    await expect
      .poll(readWithoutWaits(endpoint, endpoint.deliveries), patience)
      .toMatchObject([{ state: 'succeeded' }]);
  });

  test.each([503, 410])(
    'is not turned off when the former one still answers %i',
    async (status) => {
      const { endpoint, next, move, read } = await addFailing();
      const hanging: ServerResponse[] = [];
      endpoint.answer((response) => hanging.push(response));
      await expect
        .poll(
          readWithoutWaits(endpoint, async () => hanging.length),
          patience,
        )
        .toBe(1);
      await move();
      for (const response of hanging) response.writeHead(status).end();
      await expect
        .poll(readWithoutWaits(endpoint, endpoint.deliveries), patience)
        .toMatchObject([{ state: 'succeeded' }]);
      expect(next.requests()).toHaveLength(1);
      expect(await read()).toMatchObject({ disabled: null });
    },
  );
});
