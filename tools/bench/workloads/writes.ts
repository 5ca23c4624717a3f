import { asMember } from '#tools/bench/accounts.ts';
import type { Asked } from '#tools/bench/driver.ts';
import type { Scene } from '#tools/bench/stage.ts';
import { get, send, targetsOf, type Workload } from '#tools/bench/workload.ts';
import { randomFrom } from '#tools/kit/seed.ts';
import { listPath } from './reads.ts';

const length = 400;

/** Compares writes (W5) with the same statements alone. */
export function writes(scene: Scene): Workload[] {
  const { product, ceilings, resource, measured, secret } = scene;
  const ours = targetsOf(product, 'product');
  const bare = targetsOf(ceilings, 'bare');
  const events = Array.from({ length: 50 }, (_, number) => ({
    body: eventOf(`cus_bench_${number}`),
  }));
  const { headers } = measured;
  return [
    {
      name: 'writes',
      targets: [
        ours(
          mixOf(scene, {
            list: listPath,
            create: '/api/Transaction/Create',
            update: '/api/Transaction/Update',
          }),
        ),
        bare(
          mixOf(scene, {
            list: '/list?limit=20',
            create: '/transactions',
            update: '/transactions',
          }),
        ),
      ],
      goals: [{ goal: 'P8 writes', limits: { rps: 0.6 }, writesP99: 4 }],
    },
    {
      name: 'webhook',
      targets: [
        ours(
          events.map((event) => send('POST', '/api/SubscriptionManager/Webhook', event)),
          { secret },
        ),
        bare(
          events.map((event) => send('POST', '/webhook', event)),
          { secret },
        ),
      ],
    },
    {
      name: 'download',
      targets: [
        ours(send('POST', `/api/Resource/Download/${resource}`, { headers }), { connections: 4 }),
        bare(send('POST', '/file', {}), { name: 'the same file', connections: 4 }),
      ],
    },
  ];
}

const eventOf = (customer: string) => ({
  object: 'event',
  type: 'customer.updated',
  livemode: false,
  created: Math.floor(Date.now() / 1_000),
  data: { object: { id: customer, object: 'customer' } },
});

/** Paths for each kind of request. */
interface Paths {
  list: string;
  create: string;
  update: string;
}

/**
 * Returns requests of up to 500 tenants, with frequencies by Zipf's law. One in five writes: half of
 * them create, half change.
 */
function mixOf({ data: { crowd } }: Pick<Scene, 'data'>, paths: Paths): Asked[] {
  const random = randomFrom(7);
  const pick = zipf(crowd, random);
  return Array.from({ length }, (_, number) => {
    const { tenant, tokens, transactions } = pick();
    const headers = asMember(tenant, tokens[0] ?? '');
    const body = { ...order, quantity: 1 + (number % 90) };
    if (number % 10 === 0) return send('POST', paths.create, { headers, body });
    if (number % 10 !== 5) return get(paths.list, headers);
    const changed = transactions[number % transactions.length] ?? '';
    return send('PUT', `${paths.update}/${changed}`, { headers, body });
  });
}

const order = {
  description: 'An order',
  price: 12.5,
  date: '2026-06-01',
  category: 'Stocks',
};

/** Picks the first item twice as often as the second, three times as often as the third, and so on. */
function zipf<T>(things: readonly T[], random: () => number): () => T {
  const sums: number[] = [];
  for (const rank of things.keys()) sums.push((sums.at(-1) ?? 0) + 1 / (rank + 1));
  return () => {
    const at = random() * (sums.at(-1) ?? 0);
    return things[sums.findIndex((sum) => sum >= at)] as T;
  };
}
