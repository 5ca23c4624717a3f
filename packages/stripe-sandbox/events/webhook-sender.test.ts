import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createStripeSandbox } from '#sandbox/stripe/sandbox.ts';
import { createStore } from '#sandbox/stripe/store/store.ts';
import { createTestPool } from '#sandbox/stripe/test/database.ts';
import { connectSdk, testApiKey } from '#sandbox/stripe/test/fixtures.ts';

type Received = {
  body: string;
  signature: string;
};

/**
 * Starts a webhook endpoint that stores the events it receives and answers with the statuses of
 * `answers`.
 */
const received: Received[] = [];
const answers: number[] = [];
let listens = true;
const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};
const webhook = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    const signature = String(request.headers['stripe-signature']);
    received.push({ body, signature });
    response.writeHead(answers.shift() ?? 200).end();
  });
});
await new Promise<void>((done) => void webhook.listen(0, '127.0.0.1', done));
afterAll(() => void webhook.close());
const url = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/webhook`;

const pool = await createTestPool();
const open = () =>
  createStripeSandbox({
    store: createStore(pool),
    secretKey: testApiKey,
    webhookUrl: () => (listens ? url : null),
    pagesUrl: () => 'https://shop.test/pages',
    onError(error) {
      throw error;
    },
  });
const sandbox = await open();
afterAll(() => sandbox.close());
const stripe = connectSdk(sandbox.apiBase);

const verified = ({ body, signature }: Received) =>
  stripe.webhooks.constructEvent(body, signature, sandbox.webhookSecret);
const events = () => received.map((one) => verified(one));
const customerIds = () => events().map(({ data }) => (data.object as Stripe.Customer).id);
const newCustomers = async (count: number) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await stripe.customers.create({})).id);
  return ids;
};
const deliveriesOf = async (event: string) =>
  (await sandbox.inspect()).deliveries.filter((delivery) => delivery.event === event);

beforeEach(async () => {
  listens = true;
  await sandbox.setDeliveryMode({ mode: 'normal', delaySeconds: 0 });
  await sandbox.whenDelivered();
  received.length = 0;
  answers.length = 0;
});

test('sends an event as recorded, with a signature that the SDK accepts', async () => {
  const { id } = await stripe.customers.create({ name: 'Ação & Cia' });
  await sandbox.whenDelivered();
  const [arrived] = events();
  expect(arrived).toMatchObject({ type: 'customer.created', data: { object: { id } } });
  const recorded = await stripe.events.retrieve(arrived?.id ?? '');
  expect(arrived).toMatchObject({ ...recorded, pending_webhooks: 1 });
  const [first] = received;
  const forged = { body: first?.body.replace('Cia', 'Co') ?? '', signature: first?.signature };
  expect(() => verified(forged as Received)).toThrow(/signature/);
  const other = () => stripe.webhooks.constructEvent(first?.body ?? '', 't=1,v1=0', 'whsec_other');
  expect(other).toThrow(/signature|timestamp/i);
});

test('sends events in the background in the order in which they were recorded', async () => {
  const ids = await newCustomers(5);
  await expect.poll(() => received.length).toBe(5);
  expect(customerIds()).toEqual(ids);
});

test('retries a refused event later until it is accepted', async () => {
  answers.push(500, 503, 200);
  await newCustomers(1);
  await sandbox.whenDelivered();
  expect(received).toHaveLength(1);
  const event = events()[0]?.id ?? '';
  expect(await deliveriesOf(event)).toMatchObject([{ attempts: 1, lastError: 'HTTP 500' }]);
  await sandbox.advance(60);
  await sandbox.whenDelivered();
  await sandbox.advance(60);
  await sandbox.whenDelivered();
  await sandbox.advance(86_400);
  await sandbox.whenDelivered();
  expect(events().map(({ id }) => id)).toEqual([event, event, event]);
  expect(await deliveriesOf(event)).toMatchObject([{ attempts: 3, nextAt: null, lastError: null }]);
});

test('gives up after ten more attempts when the endpoint never accepts an event', async () => {
  await newCustomers(1);
  await expect.poll(() => received.length).toBe(1);
  const event = events()[0]?.id ?? '';
  await sandbox.resend(event);
  answers.push(...Array.from({ length: 20 }, () => 500));
  for (let day = 0; day < 12; day += 1) {
    await sandbox.whenDelivered();
    await sandbox.advance(86_400);
  }
  const [resent] = await deliveriesOf(event);
  const givenUp = { attempts: 11, nextAt: null, deliveredAt: null, lastError: 'HTTP 500' };
  expect(resent).toMatchObject(givenUp);
});

test('mode off: records events and sends them only on request', async () => {
  await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });
  await newCustomers(2);
  await sandbox.setDeliveryMode({ mode: 'normal', delaySeconds: 0 });
  await sandbox.whenDelivered();
  expect(received).toEqual([]);
  const [newest] = (await sandbox.inspect()).events;
  await sandbox.resend(newest?.id ?? '');
  await sandbox.whenDelivered();
  expect(events().map(({ id }) => id)).toEqual([newest?.id]);
  await expect(sandbox.resend('evt_none')).rejects.toMatchObject({ status: 404 });
});

test('mode duplicated: sends each event twice with the same id', async () => {
  await sandbox.setDeliveryMode({ mode: 'duplicate', delaySeconds: 0 });
  const [first, second] = await newCustomers(2);
  await sandbox.whenDelivered();
  expect(customerIds().toSorted()).toEqual([first, first, second, second].toSorted());
  expect(new Set(events().map(({ id }) => id)).size).toBe(2);
});

test('mode shuffled: sends events out of order, each once', async () => {
  await sandbox.setDeliveryMode({ mode: 'shuffle', delaySeconds: 0 });
  const ids = await newCustomers(12);
  await sandbox.whenDelivered();
  expect(customerIds()).not.toEqual(ids);
  expect(customerIds().toSorted()).toEqual(ids.toSorted());
});

test('mode delayed: sends events when the clock reaches their time', async () => {
  await sandbox.setDeliveryMode({ mode: 'normal', delaySeconds: 3_600 });
  const [id] = await newCustomers(1);
  await sandbox.whenDelivered();
  expect(received).toEqual([]);
  await sandbox.advance(3_601);
  await sandbox.whenDelivered();
  expect(customerIds()).toEqual([id]);
});

test('events recorded without a listener are sent after a restart, by any process', async () => {
  listens = false;
  const [id] = await newCustomers(1);
  await sandbox.whenDelivered();
  expect(received).toEqual([]);
  listens = true;
  const another = await open();
  await another.whenDelivered();
  await another.close();
  expect(customerIds()).toEqual([id]);
});
