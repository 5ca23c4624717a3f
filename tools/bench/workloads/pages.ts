import { publicPages } from '#tools/bench/recorded.ts';
import { asBrowser } from '#tools/bench/servers.ts';
import type { Scene } from '#tools/bench/stage.ts';
import { get, targetsOf, type Workload } from '#tools/bench/workload.ts';

const limits = { rps: 0.5, cpu: 2 };

/** Compares public pages (W1) with constants of the same bytes. */
export function pages({ product, ceilings }: Scene): Workload[] {
  const ours = targetsOf(product, 'product');
  const bare = targetsOf(ceilings, 'same bytes');
  const inTurn = publicPages.filter(({ path }) => path !== '/pricing');
  return [
    {
      name: 'landing',
      targets: [ours(get('/product')), bare(get('/same/product'))],
      goals: [{ goal: 'P1 landing', limits }],
    },
    {
      name: 'pages',
      targets: [
        ours(inTurn.map(({ path, headers }) => get(path, { ...asBrowser, ...headers }))),
        bare(inTurn.map(({ path, locale }) => get(`/same/${locale}${path}`))),
      ],
      goals: [{ goal: 'P1 product, privacy, blog in four languages', limits }],
    },
    {
      name: 'pricing',
      targets: [
        ours(get('/pricing')),
        bare(get('/same/pricing')),
        bare(get('/products'), { name: 'products + bytes' }),
      ],
      goals: [{ goal: 'P2 pricing', limits }],
    },
  ];
}
