import { asBrowser } from '#tools/kit/http.ts';
import { asMember, type Headers } from '#tools/kit/organizations.ts';
import { randomFrom } from '#tools/kit/seed.ts';
import type { DataSet } from './data.ts';
import type { PerformanceGoal } from './goals.ts';
import type { LoadRequest, LoadTarget } from './load.ts';

/** Targets that are measured alternately, so that disturbances affect all of them alike. */
export type Workload = {
  /** Targets; the first is the product, the others are compared with it. */
  targets: LoadTarget[];
  /** Goals; without them the workload is only reported. */
  goals?: PerformanceGoal[];
  /** Factor by which its windows are longer. */
  patience?: number;
  /** Why goals are not judged on this machine; printed below the tables. */
  remark?: string;
};

/** Path of the measured list: 20 transactions. */
export const listPath = '/api/Transaction/GetAll?limit=20';

/** Returns the path of the members of an organization, a list without pages. */
export const wholeListPath = (tenant: string) => `/api/TenantUsers/GetAll/${tenant}`;

/** Returns a GET request with a browser's headers. */
export const get = (path: string, headers: Headers = asBrowser): LoadRequest => ({ path, headers });

/** Returns a function that creates targets of a server, with sixteen connections by default. */
export const loadOn =
  (server: LoadTarget['server']) =>
  (
    name: string,
    requests: LoadRequest | LoadRequest[],
    more: Partial<LoadTarget> = {},
  ): LoadTarget => ({
    name,
    server,
    requests: [requests].flat(),
    connections: 16,
    ...more,
  });

const order = { description: 'An order', price: 12.5, date: '2026-06-01', category: 'Stocks' };

/**
 * Returns 400 requests of up to 500 tenants, with frequencies by Zipf's law (W5). One in five writes:
 * half of them create, half change.
 */
export function mixedRequests(
  { ordinary }: DataSet,
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
    if (number % 10 === 0) return { method: 'POST', path: paths.create, headers, body };
    if (number % 10 !== 5) return get(paths.list, headers);
    const changed = transactions[number % transactions.length] ?? '';
    return { method: 'PUT', path: `${paths.update}/${changed}`, headers, body };
  });
}
