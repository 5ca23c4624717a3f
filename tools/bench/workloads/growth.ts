import { asMember } from '#tools/bench/accounts.ts';
import type { Few } from '#tools/bench/few.ts';
import { ask } from '#tools/bench/servers.ts';
import type { Scene } from '#tools/bench/stage.ts';
import { get, targetsOf, type Workload } from '#tools/bench/workload.ts';
import { listPath } from './reads.ts';
import { signIn } from './sign-ins.ts';

const connections = 4;
const grown = { limits: { p50: 1.5 } };

/** Compares the same requests with many organizations and with ten (W9, P6). */
export function growthInTenants(scene: Scene, few: Few): Workload[] {
  const many = targetsOf(scene.product, 'product');
  const small = targetsOf(few.server, 'of few');
  const pair = (
    name: string,
    of: (scene: Pick<Few, 'measured' | 'asOperator'>) => ReturnType<typeof get>,
  ) => [
    many(of(scene), { connections, name }),
    small(of(few), { connections, name: `${name} of few` }),
  ];
  const operators = (path: string) => (of: Pick<Few, 'asOperator'>) =>
    get(`/api/${path}/Admin/GetAll?limit=10`, of.asOperator);
  const against = (ours: string) => ({ ours, of: `${ours} of few` });
  return [
    {
      name: 'growth',
      targets: [
        ...pair('list', ({ measured }) => get(listPath, measured.headers)),
        ...pair('members', ({ measured: { headers, tenant } }) =>
          get(`/api/TenantUsers/GetAll/${tenant}`, headers),
        ),
        ...pair('sign-in', ({ measured }) => signIn(measured)),
      ],
      goals: ['list', 'members', 'sign-in'].map((ours) => ({
        goal: 'P6 many tenants',
        ...against(ours),
        ...grown,
      })),
    },
    {
      // Ten rows per page in both, so that only the list's length differs.
      name: 'lists',
      targets: [...pair('tenants', operators('Tenant')), ...pair('users', operators('User'))],
      goals: ['tenants', 'users'].map((ours) => ({
        goal: "Operator's lists",
        ...against(ours),
        limits: { mean: 3, allCpu: 3 },
      })),
    },
  ];
}

/** Compares the same page of a tenant with many rows and of one with ten (W3, P7). */
export async function growthInOneTenant({ product, ceilings, data }: Scene): Promise<Workload> {
  const ours = targetsOf(product, 'product');
  const bare = targetsOf(ceilings, 'bare');
  const { tenant, tokens } = data.largest;
  const asLargest = asMember(tenant, tokens[0] ?? '');
  const asTen = asMember(data.ten.tenant, data.ten.tokens[0] ?? '');
  const first = '/api/Transaction/GetAll?limit=10';
  const cursor = await deepInside(product.origin, asLargest);
  const deep = `${first}&cursor=${cursor}`;
  return {
    name: 'large tenant',
    targets: [
      ours(get(deep, asLargest), { connections, name: 'deep page' }),
      bare(get(`/list?limit=10&cursor=${cursor}`, asLargest), {
        connections,
        name: 'bare deep page',
        sameAs: 'deep page',
      }),
      ours(get(first, asLargest), { connections, name: 'first page' }),
      ours(get(first, asTen), { connections, name: 'page of ten' }),
    ],
    goals: ['first page', 'deep page'].map((ours) => ({
      goal: 'P7 many rows',
      ours,
      of: 'page of ten',
      ...grown,
    })),
  };
}

/** Returns the cursor of the fiftieth page of a thousand rows, or of the last page. */
async function deepInside(origin: string, headers: Record<string, string>): Promise<string> {
  let url = '/api/Transaction/GetAll?limit=1000';
  let cursor = '';
  for (let page = 1; page < 50; page += 1) {
    const { headers: said } = await ask(`${origin}${url}`, headers);
    const next = /<([^>]*)>/.exec(String(said['link'] ?? ''))?.[1];
    if (!next) break;
    url = next;
    cursor = new URL(next, origin).searchParams.get('cursor') ?? '';
  }
  return cursor;
}
