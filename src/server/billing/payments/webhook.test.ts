import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createStore, readWebhookSecret } from '#sandbox/stripe/index.ts';
import { testApplication } from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import { type ForgedRequest, forgedRequests, signWebhookBody } from './test/forged-events.ts';

const product = await testApplication();
const secret = await readWebhookSecret(createStore(product.open.owner));
const url = '/api/SubscriptionManager/Webhook';

const post = ({ body, headers }: Omit<ForgedRequest, 'what'>) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    payload: body,
  });

const eventBody = (over: object = {}) =>
  JSON.stringify(
    {
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(Date.now() / 1_000),
      type: 'customer.updated',
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object: { id: `cus_${randomUUID()}`, object: 'customer', name: 'São & Filhos ✉' } },
      ...over,
    },
    null,
    2,
  );
const genuine = (body = eventBody()) => ({ body, headers: signWebhookBody(body, secret) });

const stored = async (table = 'provider_events') => {
  const { rows: found } = await product.open.owner.query<Record<string, unknown>>(
    `select * from ${table}`,
  );
  return found;
};
const unsettled = async () => (await stored()).filter((event) => event['settled_at'] === null);
const tables = [
  'provider_events',
  'tenants',
  'tenant_products',
  'billing_reconciliations',
  'emails',
];
const everything = () => Promise.all(tables.map((table) => stored(table)));
const patience = { timeout: 20_000, interval: 50 };

describe('The webhook (R-SUB-19)', () => {
  test('knows the former customer of a detached card', async () => {
    const customer = `cus_${randomUUID()}`;
    const object = { id: 'pm_1', object: 'payment_method', customer: null };
    const data = { object, previous_attributes: { customer } };
    const { body, headers } = genuine(eventBody({ type: 'payment_method.detached', data }));
    expect((await post({ body, headers })).statusCode).toBe(200);
    expect(await stored()).toContainEqual(expect.objectContaining({ customer_id: customer, body }));
  });

  test('stores an event once, unchanged, before it answers', async () => {
    const { body, headers } = genuine();
    const first = await post({ body, headers });
    expect([first.statusCode, first.json()]).toEqual([200, {}]);
    expect((await post({ body, headers })).statusCode).toBe(200);
    const { id } = JSON.parse(body) as { id: string };
    const kept = (await stored()).filter((event) => event['id'] === id);
    expect(kept).toEqual([expect.objectContaining({ type: 'customer.updated', body })]);
  });

  test('refuses 500 unsigned or forged requests and changes nothing', async () => {
    await expect.poll(unsettled, patience).toEqual([]);
    const before = await everything();
    const sent = forgedRequests(500, { genuine: eventBody, secret });
    const refused = new Map<string, Set<number>>();
    for (const { what, ...forgery } of sent) {
      const { statusCode } = await post(forgery);
      refused.set(what, (refused.get(what) ?? new Set()).add(statusCode));
    }
    expect(Object.fromEntries(refused)).toEqual({
      'a bit of the body flipped': new Set([400]),
      'a bit of the signature flipped': new Set([400]),
      'an old timestamp': new Set([400]),
      'an old timestamp with the old signature': new Set([400]),
      'no header': new Set([400]),
      'an empty header': new Set([400]),
      'the scheme v0': new Set([400]),
      'serialized again': new Set([400]),
      'another secret': new Set([400]),
      'an empty secret': new Set([400]),
      'a huge body': new Set([413]),
      'another content type': new Set([415]),
      'real money': new Set([400]),
      'no event': new Set([400]),
    });
    expect(await everything()).toEqual(before);
  });

  test('stores each event once, delivered 20 times and shuffled (500 events with LONGRUN=all)', async () => {
    const events = Array.from({ length: repetitions(100, 500) }, () => genuine());
    const deliveries = Array.from({ length: 20 }, () => events).flat();
    const shuffled = deliveries
      .map((delivery) => ({ delivery, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at);
    const rest = shuffled.values();
    const answers = new Map<number, number>();
    const client = async () => {
      for (const { delivery } of rest) {
        const { statusCode } = await post(delivery);
        answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 50 }, client));
    // 503: no database connection in time. The provider retries, and so does this test.
    for (const event of events) expect((await post(event)).statusCode).toBe(200);
    expect([...answers.keys()].filter((status) => status !== 503)).toEqual([200]);
    // The sandbox may still be delivering events of the catalog.
    const sent = new Set(events.map(({ body }) => body));
    const kept = (await stored()).filter(({ body }) => sent.has(String(body)));
    expect(kept).toHaveLength(events.length);
    figure(
      'webhooks',
      `${deliveries.length} deliveries of ${events.length} events, each kept once`,
    );
  });

  test('needs no session and answers 405 to other methods', async () => {
    const answer = await product.app.inject({ method: 'GET', url });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
  });

  test('is listed in the API reference', async () => {
    const { paths } = (await product.app.inject('/api/openapi.json')).json<{
      paths: Record<string, object>;
    }>();
    expect(Object.keys(paths[url] ?? {})).toEqual(['post']);
  });
});

describe('The signature', () => {
  test('has the provider’s format: one made by Stripe’s scheme is accepted', async () => {
    const body = eventBody();
    const at = Math.floor(Date.now() / 1_000) - 290;
    const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const headers = { 'stripe-signature': `t=${at},v1=${'0'.repeat(64)},v1=${v1},v0=${v1}` };
    expect((await post({ body, headers })).statusCode).toBe(200);
  });
});
