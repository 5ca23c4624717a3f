/**
 * Sends many events to fifty endpoints of one organization, of which five fail, two never answer and one answers
 * 2 GB, then as many while the process is killed again and again: every other endpoint must get every event (R-WHK-04),
 * and memory must not grow.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAt } from '#tools/caller.ts';
import { registerOrganization } from '#tools/kit/organizations.ts';
import { memoryOf, stop } from '#tools/kit/processes.ts';
import { fail, figure, randomFrom, repetitions, seed } from '#tools/kit/seed.ts';
import { startDatabaseServer, startProduct } from '#tools/kit/servers.ts';

const events = repetitions(200, 10_000);
const kills = repetitions(2, 10);
const endpoints = 50;
const writers = 8;
const random = randomFrom(seed);

function answerEndlessly(response: ServerResponse) {
  const chunk = Buffer.alloc(1 << 20);
  let left = 2_000;
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(chunk)) return void response.once('drain', write);
    }
    response.end();
  };
  response.writeHead(200);
  write();
}

function kindOf(index: number) {
  if (index < 5) return 'failing';
  if (index < 7) return 'silent';
  return index === 7 ? 'endless' : 'healthy';
}

/** Number of requests by endpoint and event. */
const received = new Map<string, Map<string, number>>();
const receiver = createServer((request, response) => {
  const path = request.url ?? '';
  const counts = received.get(path) ?? new Map<string, number>();
  const id = String(request.headers['webhook-id']);
  received.set(path, counts.set(id, (counts.get(id) ?? 0) + 1));
  request.resume();
  const kind = kindOf(Number(path.slice(1)));
  if (kind === 'silent') return;
  if (kind === 'endless') answerEndlessly(response);
  else response.writeHead(kind === 'failing' ? 500 : 204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');

await using stack = new AsyncDisposableStack();
stack.defer(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const postgres = await startDatabaseServer(stack);
const start = () => startProduct(stack, postgres.settings);
let product = await start();

const products = await callerAt(product.origin).products.getAll();
const [price] = products.toSorted((a, b) => b.tier - a.tier).flatMap(({ prices }) => prices);
const owner = await registerOrganization(product.origin, 'Webhooks', {
  selectedSubscription: { subscriptionPriceId: price?.id ?? '' },
});
const api = () => callerAt(product.origin, owner.headers);
const { port } = receiver.address() as AddressInfo;
for (let index = 0; index < endpoints; index += 1) {
  const url = `http://127.0.0.1:${port}/${index}`;
  await api().webhooks.create({
    body: { url, description: kindOf(index), events: ['transaction.created'] },
  });
}

/** Creates so many transactions; a request that is cut off is made again. */
async function createTransactions(count: number) {
  let left = count;
  const transaction = { description: 'PETR4', quantity: 1, price: 2, date: '2026-11-27' };
  const write = async () => {
    while (left > 0) {
      left -= 1;
      try {
        await api().transactions.create({ body: transaction });
      } catch {
        left += 1;
        await sleep(100);
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
}

const healthy = Array.from({ length: endpoints }, (_, index) => index)
  .filter((index) => kindOf(index) === 'healthy')
  .map((index) => `/${index}`);
async function readEvents() {
  const { rows } = await postgres.pool.query<{ id: string }>('select id from webhook_events');
  return rows.map(({ id }) => `evt_${id.replaceAll('-', '')}`);
}
const fewest = () => Math.min(...healthy.map((path) => received.get(path)?.size ?? 0));

/** Waits until the healthy endpoints have everything, or nothing arrives for three minutes. */
async function drain(expected: number, observe: () => void = () => undefined) {
  let [last, since] = [0, Date.now()];
  while (fewest() < expected && Date.now() - since < 180_000) {
    await sleep(500);
    observe();
    const total = healthy.reduce((sum, path) => sum + (received.get(path)?.size ?? 0), 0);
    if (total !== last) [last, since] = [total, Date.now()];
  }
}

/** Reports what was acknowledged and didn't arrive; returns the number of requests that repeated another. */
async function check(acknowledged: number) {
  const ids = await readEvents();
  if (ids.length < acknowledged) fail(`${acknowledged - ids.length} acknowledged events are lost`);
  const missing = healthy.map((path) => ids.filter((id) => !received.get(path)?.has(id)).length);
  const lost = missing.reduce((sum, count) => sum + count, 0);
  if (lost > 0) fail(`${lost} deliveries to healthy endpoints are missing`);
  const repeated = healthy.flatMap((path) => [...(received.get(path)?.values() ?? [])]);
  return repeated.reduce((sum, count) => sum + count - 1, 0);
}

const began = performance.now();
const creating = createTransactions(events);
let peaks: [early: number, late: number] = [0, 0];
await drain(events, () => {
  const memory = memoryOf(product.pid);
  if (fewest() < events / 2) peaks = [Math.max(peaks[0], memory), peaks[1]];
  else peaks = [peaks[0], Math.max(peaks[1], memory)];
});
await creating;
const repeatedAtFirst = await check(events);
if (repeatedAtFirst > 0) fail(`${repeatedAtFirst} deliveries were repeated without a reason`);
const seconds = (performance.now() - began) / 1_000;
figure(
  'webhooks',
  `${events} events to ${endpoints} endpoints, ${healthy.length} of them healthy: ${Math.round((events * healthy.length) / seconds)} deliveries/s, memory at most ${peaks[0].toFixed(0)} MiB in the first half, ${peaks[1].toFixed(0)} MiB in the second`,
);

const more = createTransactions(events);
for (let killed = 0; killed < kills; killed += 1) {
  await sleep(1_000 + random() * 3_000);
  await stop(product.child, 'SIGKILL');
  product = await start();
}
await more;
await drain((await readEvents()).length);
const repeated = await check(2 * events);
figure(
  'webhooks',
  `${kills} kills while ${events} events were created and sent: every healthy endpoint was compared, ${repeated - repeatedAtFirst} of ${events * healthy.length} deliveries repeated`,
);
