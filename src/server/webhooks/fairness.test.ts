import type { ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { openTestApplication, registerOwner } from '#server/test/application.ts';
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
