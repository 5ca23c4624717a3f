/**
 * Lets four organizations have fifty endpoints each that answer after nine seconds, and a few transactions every two
 * seconds: the webhooks of another organization must arrive within three seconds (R-WHK-09), and no host may get more
 * than ten requests at a time. Half of the slow endpoints have an address of this machine of their own, which needs
 * Linux; the others share one.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '#packages/bench/statistics.ts';
import { callerAt } from '#tools/caller.ts';
import { registerOrganization } from '#tools/kit/organizations.ts';
import { fail, figure, repetitions } from '#tools/kit/seed.ts';
import { startProduct } from '#tools/kit/servers.ts';

const organizations = 4;
const endpoints = 50;
const answersAfter = 9_000;
const mostDelay = 3_000;
const mostPerHost = 10;
const seconds = repetitions(25, 180);
const transaction = { description: 'PETR4', quantity: 1, price: 2, date: '2026-11-27' };

/** Requests under way by address, and the most there were. */
const open = new Map<string, number>();
const slowRequests = { count: 0, most: 0 };
const arrived = new Map<string, (at: number) => void>();
const receiver = createServer((request, response) => {
  request.resume();
  const path = request.url ?? '';
  if (path !== '/slow') {
    arrived.get(path)?.(performance.now());
    return void response.writeHead(204).end();
  }
  const host = request.socket.localAddress ?? '';
  const count = (open.get(host) ?? 0) + 1;
  open.set(host, count);
  slowRequests.count += 1;
  slowRequests.most = Math.max(slowRequests.most, count);
  const answering = setTimeout(() => response.writeHead(200).end(), answersAfter);
  response.once('close', () => {
    clearTimeout(answering);
    open.set(host, (open.get(host) ?? 1) - 1);
  });
}).listen(0, '0.0.0.0');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;

await using stack = new AsyncDisposableStack();
stack.defer(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const { origin } = await startProduct(stack);
const products = await callerAt(origin).products.getAll();
const [price] = products.toSorted((a, b) => b.tier - a.tier).flatMap(({ prices }) => prices);
async function register(name: string) {
  const plan = { selectedSubscription: { subscriptionPriceId: price?.id ?? '' } };
  return callerAt(origin, (await registerOrganization(origin, name, plan)).headers);
}
const subscribe = (api: Awaited<ReturnType<typeof register>>, host: string, path: string) =>
  api.webhooks.create({
    body: {
      url: `http://${host}:${port}${path}`,
      description: '',
      events: ['transaction.created'],
    },
  });

const slow = await Promise.all(
  Array.from({ length: organizations }, (_, n) => register(`Slow${n}`)),
);
for (const [n, api] of slow.entries()) {
  for (let index = 0; index < endpoints; index += 1)
    await subscribe(api, index % 2 ? `127.1.${n}.${index}` : '127.9.9.9', '/slow');
}
const other = await register('Other');
await subscribe(other, '127.0.0.1', '/other');

/** Creates a transaction of the other organization; returns the milliseconds until its webhook arrives. */
async function measure() {
  const { promise, resolve } = Promise.withResolvers<number>();
  arrived.set('/other', resolve);
  const began = performance.now();
  await other.transactions.create({ body: transaction });
  const late = sleep(30_000, Infinity, { ref: false });
  return Math.min(30_000, (await Promise.race([promise, late])) - began);
}

const before = [await measure(), await measure(), await measure()];
const writing = new AbortController();
async function write() {
  while (!writing.signal.aborted) {
    for (const api of slow)
      for (let n = 0; n < 3; n += 1) await api.transactions.create({ body: transaction });
    await sleep(2_000, undefined, { signal: writing.signal }).catch(() => undefined);
  }
}
const writes = write();
while (slowRequests.count < organizations) await sleep(50);
const during: number[] = [];
for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(500))
  during.push(await measure());
writing.abort();
await writes;

const worst = Math.max(...during);
const times = `${Math.max(...before).toFixed(0)} ms before, ${percentile(during, 0.5).toFixed(0)} (worst ${worst.toFixed(0)}) ms during`;
figure(
  'slow-webhooks',
  `${organizations} × ${endpoints} endpoints that answer after ${answersAfter / 1_000} s, ${slowRequests.count} requests to them in ${seconds} s, at most ${slowRequests.most} of one host at a time; ${during.length} webhooks of another organization: ${times}`,
);
if (worst > mostDelay) fail(`a webhook took ${worst.toFixed(0)} ms`);
if (slowRequests.most > mostPerHost) fail(`a host got ${slowRequests.most} requests at a time`);
