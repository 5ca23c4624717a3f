import { asMember } from '#tools/bench/accounts.ts';
import { calls } from '#tools/bench/recorded.ts';
import type { Scene } from '#tools/bench/stage.ts';
import { get, targetsOf, type Workload } from '#tools/bench/workload.ts';

export const listPath = '/api/Transaction/GetAll?limit=20';

/** Compares the reads of members (W2, W4) with the session and the same rows. */
export function reads({ product, ceilings, measured, data }: Scene): Workload[] {
  const { headers: as, tenant } = measured;
  const ours = targetsOf(product, 'product');
  const bare = targetsOf(ceilings, 'bare');
  const [other] = data.crowd;
  const asOther = asMember(other?.tenant ?? '', other?.tokens[0] ?? '');
  const asGuest = asMember(other?.tenant ?? '', other?.tokens[3] ?? '');
  const one = other?.transactions[0] ?? '';
  const alike = { sameAs: 'product' };
  const p3 = { rps: 0.6, cpu: 1.6 };
  return [
    {
      name: 'list',
      targets: [
        ours(get(listPath, as)),
        bare(get('/list?limit=20', as), { name: 'bare list', ...alike }),
        bare(get('/hello'), { name: 'hello' }),
      ],
      goals: [
        { goal: 'P3 list', limits: p3 },
        { goal: 'P10 memory under lists', limits: { peak: 2 } },
      ],
    },
    {
      name: 'members',
      targets: [
        ours(get(`/api/TenantUsers/GetAll/${tenant}`, as)),
        bare(get('/members', as), alike),
      ],
      goals: [{ goal: 'P3 members', limits: p3 }],
    },
    {
      name: 'get one',
      targets: [
        ours(get(`/api/Transaction/Get/${one}`, asOther)),
        bare(get(`/transactions/${one}`, asOther), alike),
      ],
    },
    {
      name: 'session',
      targets: [ours(get(calls.self, as)), bare(get('/self', as), alike)],
    },
    {
      name: 'subscription',
      targets: [
        ours(get(calls.subscription, asGuest)),
        bare(get('/subscription', asGuest)),
        // Includes cards and invoices from the provider's stand-in.
        ours(get(calls.subscription, as), { name: 'as owner, with the provider', connections: 4 }),
      ],
    },
    {
      name: 'dashboard',
      targets: [
        ours(get('/api/Transaction/GetAll?limit=1000', as)),
        bare(get('/list?limit=1000', as), alike),
      ],
    },
  ];
}
