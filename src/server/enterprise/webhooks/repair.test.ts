import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { testEvent } from '#contract/webhooks/event-names.ts';
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

describe('An event that can’t be sent (R-WHK-04)', () => {
  /** Records events of these types with this subject, and a delivery of each, at the same time. */
  const publish = ({ id }: { id: string }, events: string[], subject: object, attempts = 0) =>
    store.query(
      `with endpoint as (select tenant_id, id from webhook_endpoints where id = $1),
       event as (insert into webhook_events (tenant_id, type, subject)
         select tenant_id, unnest($2::text[]), $3 from endpoint returning id)
       insert into webhook_deliveries (tenant_id, endpoint_id, event_id, attempts)
         select tenant_id, endpoint.id, event.id, $4 from endpoint, event`,
      [id, events, JSON.stringify(subject), attempts],
    );
  const failed = { state: 'failed', nextAttemptAt: null, last: { error: 'internal' } };

  test('fails alone, and does not count against its endpoint', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await subscribe(owner, ['transaction.created']);
    const price = { subscription_price_id: crypto.randomUUID() };
    await publish(endpoint, ['subscription.created', testEvent], price);
    await expect
      .poll(
        async () => (await endpoint.deliveries()).map(({ state }) => state).toSorted(),
        patience,
      )
      .toEqual(['failed', 'succeeded']);
    expect(endpoint.requests()).toHaveLength(1);
    await publish(endpoint, ['subscription.created'], price);
    await expect
      .poll(async () => (await endpoint.deliveries())[0], patience)
      .toMatchObject({ ...failed, type: 'subscription.created' });
    // The batch with the failed one is over when the next is.
    await publish(endpoint, [testEvent], {});
    await expect.poll(() => endpoint.requests().length, patience).toBe(2);
    expect(await owner.api.webhooks.get(endpoint)).toMatchObject({ failingSince: null });
  });

  test('is given up after ten attempts that left no outcome', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await subscribe(owner, ['transaction.created']);
    await publish(endpoint, [testEvent], {}, 10);
    await expect.poll(endpoint.deliveries, patience).toMatchObject([failed]);
    expect(endpoint.requests()).toEqual([]);
  });
});
