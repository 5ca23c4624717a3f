import { availableParallelism } from 'node:os';
import { asBrowser, nextPage, requestBytes } from '#tools/kit/http.ts';
import { asMember, type Headers, type OwnerAccount } from '#tools/kit/organizations.ts';
import { startProduct } from '#tools/kit/servers.ts';
import { anchorsOf } from './anchors.ts';
import { coresNeeded, pinTo, shareCores } from './cores.ts';
import type { PerformanceGoal } from './goals.ts';
import type { LoadRequest, LoadTarget } from './load.ts';
import { publicPages } from './recordings.ts';
import { get, listPath, loadOn, mixedRequests, wholeListPath, type Workload } from './requests.ts';
import type { FilledProduct, BenchSetup } from './setup.ts';

/** Creates a workload and starts what it needs besides the setup; null where it does not apply. */
type Create = (
  setup: BenchSetup,
  stack: AsyncDisposableStack,
) => Workload | null | Promise<Workload | null>;

const alike = { sameAs: 'product' };
const connections = 4;
/** Longer windows: requests in flight at the end are not counted, and there are few. */
const patience = 2;

const signInWith = (
  { email, password }: OwnerAccount,
  path = '/api/Authentication/Login',
): LoadRequest => ({ method: 'POST', path, headers: asBrowser, body: { email, password } });
const goal = (goal: string, limits: PerformanceGoal['limits'], more = {}) =>
  ({ goal, limits, ...more }) satisfies PerformanceGoal;

const pageLimits = { rps: 0.5, cpu: 2 };
const oneRowLimits = { rps: 0.6 };

type Requests = LoadRequest | LoadRequest[];

/** Returns a function that creates a target of the product and one of the ceilings. */
const against =
  ({ product, ceilings }: BenchSetup, name = 'bare') =>
  (ours: Requests, bare: Requests, more: Partial<LoadTarget> = {}) => [
    loadOn(product)('product', ours, more),
    loadOn(ceilings)(name, bare, more),
  ];

/** Workloads by name, in the order in which they are measured. */
export const workloads: Record<string, Create> = {
  list: (setup) => {
    const { headers } = setup.measured;
    const [ours, bare] = [get(listPath, headers), get('/list?limit=20', headers)];
    const hello = loadOn(setup.ceilings)('hello', get('/hello'));
    return {
      targets: [...against(setup, 'bare list')(ours, bare, alike), hello],
      goals: [
        goal('P3 list', { rps: 0.7, cpu: 1.5 }),
        goal('P10 memory under lists', { peak: 1.8 }),
      ],
    };
  },
  members: (setup) => {
    const { headers, tenant } = setup.measured;
    const [ours, bare] = [get(wholeListPath(tenant), headers), get('/members', headers)];
    return {
      targets: against(setup)(ours, bare, alike),
      goals: [goal('P3 members', { rps: 0.6, cpu: 1.7 })],
    };
  },
  'get one': (setup) => {
    const { tenant, tokens, transactions } = setup.data.ten;
    const [owner, one] = [asMember(tenant, tokens[0] ?? ''), transactions[0]];
    const [ours, bare] = [`/api/Transaction/Get/${one}`, `/transactions/${one}`];
    return {
      targets: against(setup)(get(ours, owner), get(bare, owner), alike),
      goals: [goal('P3 get one', oneRowLimits)],
    };
  },
  'large tenant': async ({ product, ceilings, data: { largest, ten } }) => {
    const [asLargest, asTen] = [largest, ten].map(({ tenant, tokens: [token = ''] }) =>
      asMember(tenant, token),
    );
    const first = '/api/Transaction/GetAll?limit=10';
    const cursor = await deepCursor(product.origin, asLargest ?? {});
    const bare = get(`/list?limit=10&cursor=${cursor}`, asLargest);
    const page = (name: string, path: string, headers = asLargest) =>
      loadOn(product)(name, get(path, headers), { connections });
    return {
      targets: [
        page('deep page', `${first}&cursor=${cursor}`),
        loadOn(ceilings)('bare deep page', bare, { connections, sameAs: 'deep page' }),
        page('first page', first),
        page('page of ten', first, asTen),
      ],
      goals: ['first page', 'deep page'].map((ours) =>
        goal('P7 many rows', { p50: 1.5 }, { ours, of: 'page of ten' }),
      ),
    };
  },
  'many rows': ({ product, data: { largest, ten } }) => {
    const pages = Object.entries(listsOfMany).flatMap(([name, query]) =>
      [largest, ten].map(({ tenant, tokens: [token = ''] }) => {
        const path = `/api/Transaction/GetAll?limit=10&${query}`;
        const of = tenant === ten.tenant ? ' of ten' : '';
        return loadOn(product)(name + of, get(path, asMember(tenant, token)), { connections });
      }),
    );
    return {
      targets: pages,
      goals: Object.keys(listsOfMany).map((ours) =>
        goal('P7 lists of many rows', { p50: 1.5 }, { ours, of: `${ours} of ten` }),
      ),
    };
  },
  writes: (setup) => {
    const api = '/api/Transaction';
    const ours = { list: listPath, create: `${api}/Create`, update: `${api}/Update` };
    const bare = { list: '/list?limit=20', create: '/transactions', update: '/transactions' };
    return {
      targets: against(setup)(mixedRequests(setup.data, ours), mixedRequests(setup.data, bare)),
      goals: [goal('P8 writes', { rps: 0.65, writesP99: 3 })],
    };
  },
  landing: (setup) => ({
    targets: against(setup, 'same bytes')(get('/product'), get('/same/product'), alike),
    goals: [goal('P1 landing', pageLimits)],
  }),
  pages: (setup) => {
    const inTurn = publicPages.filter(({ path }) => path !== '/pricing');
    const ours = inTurn.map(({ path, headers }) => get(path, { ...asBrowser, ...headers }));
    const bare = inTurn.map(({ path, locale }) => get(`/same/${locale}${path}`));
    return {
      targets: against(setup, 'same bytes')(ours, bare),
      goals: [goal('P1 product, privacy, blog in four languages', pageLimits)],
    };
  },
  pricing: (setup) => ({
    targets: [
      ...against(setup, 'same bytes')(get('/pricing'), get('/same/pricing')),
      loadOn(setup.ceilings)('products + bytes', get('/products')),
    ],
    goals: [goal('P2 pricing', pageLimits)],
  }),
  'sign-in': (setup) => {
    const [ours, bare, hash] = [undefined, '/login', '/hash'].map((path) =>
      signInWith(setup.measured, path),
    ) as [LoadRequest, LoadRequest, LoadRequest];
    return {
      patience,
      targets: [
        ...against(setup, 'bare sign-in')(ours, bare, { connections }),
        loadOn(setup.ceilings)('argon2id alone', hash, { connections }),
      ],
      goals: [
        goal('P4 sign-in', { rps: 0.85, cpu: 1.15 }),
        goal('P10 memory under sign-ins', { peakAbove: 40 }),
      ],
    };
  },
  'busy list': ({ product, measured }) => {
    const list = get(listPath, measured.headers);
    const beside = { requests: [signInWith(measured)], connections };
    return {
      targets: [loadOn(product)('product', list, { beside }), loadOn(product)('alone', list)],
      goals: [goal('P5 list beside sign-ins', { rps: 0.4, p99: 5 })],
    };
  },
  growth: async (setup) => {
    const targets = await pairsOf(setup, {
      list: ({ measured }) => get(listPath, measured.headers),
      members: ({ measured: { tenant, headers } }) => get(wholeListPath(tenant), headers),
      'sign-in': ({ measured }) => signInWith(measured),
    });
    return targets && grownWorkload(targets, 'P6 many tenants', { p50: 1.5 });
  },
  lists: async (setup) => {
    // Ten rows per page in both, so that only the list's length differs.
    const targets = await pairsOf(setup, {
      tenants: ({ asOperator }) => get('/api/Tenant/Admin/GetAll?limit=10', asOperator),
      users: ({ asOperator }) => get('/api/User/Admin/GetAll?limit=10', asOperator),
    });
    return targets && grownWorkload(targets, "Operator's lists", { mean: 3, allCpu: 3 });
  },
  'two processes': async ({ product, settings, measured, postgres }, stack) => {
    const two = await startProduct(stack, { ...settings, PROCESSES: '2' });
    const list = get(listPath, measured.headers);
    const targets = [loadOn(two)('two processes', list), loadOn(product)('one process', list)];
    const cores = availableParallelism();
    const shares = shareCores(cores);
    if (!shares) {
      const remark = `not judged: separate cores for both, PostgreSQL and the load are ${coresNeeded}`;
      return { targets, remark };
    }
    pinTo(shares.product, two.pid, product.pid);
    pinTo(shares.database, postgres.pid());
    pinTo(shares.load, process.pid);
    stack.defer(() => pinTo(`0-${cores - 1}`, product.pid, postgres.pid(), process.pid));
    return { targets, goals: [goal('P15 two processes', { rps: 1.7 })] };
  },
};

/** Creates a workload, which measures the servers of `BENCH_ANCHOR` as well; null if it does not apply. */
export async function createWorkload(name: string, ...given: Parameters<Create>) {
  const workload = (await workloads[name]?.(...given)) ?? null;
  const anchors = anchorsOf(name, process.env['BENCH_ANCHOR']);
  return workload && { ...workload, targets: [...workload.targets, ...anchors] };
}

/** Queries of a list: in another order, filtered to few and to many rows, and searched. */
const listsOfMany = {
  sorted: 'sort=amount',
  'filtered to few': 'amountFrom=158.38&amountTo=158.38',
  'filtered to many': 'category=Stocks&quantityFrom=5',
  'filtered by date': 'dateFrom=2026-01-02&dateTo=2026-01-05',
  'text of few': 'description=er%207%20of',
  'text of many': 'search=order',
};

/** Returns the same requests to an instance with many organizations and to one with ten (W9). */
async function pairsOf(
  setup: BenchSetup,
  requests: Record<string, (filled: FilledProduct) => LoadRequest>,
) {
  const few = await setup.few();
  return (
    few &&
    Object.entries(requests).flatMap(([name, of]) => [
      loadOn(setup.product)(name, of(setup), { connections }),
      loadOn(few.product)(`${name} of few`, of(few), { connections }),
    ])
  );
}

const grownWorkload = (
  targets: Workload['targets'],
  name: string,
  limits: PerformanceGoal['limits'],
): Workload => ({
  targets,
  goals: targets
    .filter((_, index) => index % 2 === 0)
    .map(({ name: ours }) => goal(name, limits, { ours, of: `${ours} of few` })),
});

/** Returns the cursor of the fiftieth page of a thousand rows, or of the last page. */
async function deepCursor(origin: string, headers: Headers): Promise<string> {
  let url = `${origin}/api/Transaction/GetAll?limit=1000`;
  for (let page = 1; page < 50; page += 1) {
    url = nextPage(url, await requestBytes(url, { headers })) ?? url;
  }
  return new URL(url).searchParams.get('cursor') ?? '';
}
