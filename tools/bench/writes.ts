import type { LoadRequest } from '#tools/kit/load.ts';
import { asMember } from '#tools/kit/organizations.ts';
import { randomFrom } from '#tools/kit/seed.ts';
import { get, send } from './requests.ts';
import type { BenchSetup } from './setup.ts';

const order = { description: 'An order', price: 12.5, date: '2026-06-01', category: 'Stocks' };

/**
 * Returns 400 requests of up to 500 tenants, with frequencies by Zipf's law (W5). One in five writes:
 * half of them create, half change.
 */
export function mixedRequests(
  { data: { ordinary } }: BenchSetup,
  paths: { list: string; create: string; update: string },
): LoadRequest[] {
  const random = randomFrom(7);
  const sums: number[] = [];
  for (const rank of ordinary.keys()) sums.push((sums.at(-1) ?? 0) + 1 / (rank + 1));
  return Array.from({ length: 400 }, (_, number) => {
    const at = random() * (sums.at(-1) ?? 0);
    const seeded = ordinary[sums.findIndex((sum) => sum >= at)];
    const { tenant = '', tokens = [], transactions = [] } = seeded ?? {};
    const headers = asMember(tenant, tokens[0] ?? '');
    const body = { ...order, quantity: 1 + (number % 90) };
    if (number % 10 === 0) return send('POST', paths.create, { headers, body });
    if (number % 10 !== 5) return get(paths.list, headers);
    const changed = transactions[number % transactions.length] ?? '';
    return send('PUT', `${paths.update}/${changed}`, { headers, body });
  });
}
