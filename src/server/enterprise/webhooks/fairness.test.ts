import type { ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { openTestApplication, registerOwner } from '#server/test/application.ts';
import { claimDeliveries, listDueEndpoints } from './service/queue.ts';
import { patience, startReceiver } from './test/receiver.ts';

const places = 4;
const { product, remove } = await openTestApplication({ bounds: { webhookPlaces: places } });
// Registered first, so that it runs last.
afterAll(remove);
const receiver = await startReceiver(product);

const transaction = { description: 'PETR4', quantity: 2, price: 2.5, date: '2026-03-01' };
const event = 'transaction.created';

/** Adds an organization with endpoints on another host that never answer; `open` lists their requests that wait. */
const addSlow = async (endpoints: number) => {
  const owner = await registerOwner(product);
  const requests: ServerResponse[] = [];
  for (let n = 0; n < endpoints; n += 1) {
    const endpoint = await receiver.subscribe(owner, [event], 'localhost');
    endpoint.answer((response) => requests.push(response));
  }
  const open = () => requests.filter(({ destroyed }) => !destroyed);
  return { ...owner, requests, open };
};

test('slow endpoints of an organization delay no delivery of another one (R-WHK-09)', async () => {
  const [slow, other] = [await addSlow(2 * places), await registerOwner(product)];
  const healthy = await receiver.subscribe(other, [event]);
  await slow.api.transactions.create({ body: transaction });
  await expect.poll(() => slow.open().length, patience).toBeGreaterThan(0);
  for (const count of [1, 2, 3]) {
    await other.api.transactions.create({ body: transaction });
    await expect.poll(() => healthy.received().length, patience).toBe(count);
    // None of the places was free because a slow request had ended.
    expect(slow.open()).toHaveLength(slow.requests.length);
  }
  for (const response of slow.open()) response.destroy();
});

test('As many deliveries are claimed as have places, however PostgreSQL joins (R-WHK-09)', async () => {
  const owner = await registerOwner(product);
  const endpoint = await receiver.subscribe(owner, [event]);
  await Promise.all(
    Array.from({ length: 20 }, () => owner.api.transactions.create({ body: transaction })),
  );
  await expect.poll(() => endpoint.requests().length, patience).toBe(20);
  const client = await product.open.owner.connect();
  try {
    // One transaction: the senders of this test skip what it has locked.
    await client.query(`begin; set local enable_hashjoin = off; set local enable_mergejoin = off;
      set local enable_material = off; set local enable_hashagg = off; set local enable_sort = off;
      set local enable_seqscan = off; set local enable_bitmapscan = off`);
    await client.query(
      `update webhook_deliveries as delivery set state = 'pending', next_attempt_at = due
       from (select id, now() - row_number() over (order by event_id desc) * interval '1 second' as due
             from webhook_deliveries where endpoint_id = $1) as placed
       where delivery.id = placed.id`,
      [endpoint.id],
    );
    const due = (await listDueEndpoints(client)).filter((one) => one.endpoint === endpoint.id);
    const [claimed] = await Promise.all(due.map((one) => claimDeliveries(client, one, 3)));
    expect(claimed).toHaveLength(3);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
