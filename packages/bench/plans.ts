import { readFileSync, statSync } from 'node:fs';
import { escapeIdentifier } from 'pg';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { nextPage, requestBytes } from '#tools/kit/http.ts';
import { asMember, signIn, type Headers } from '#tools/kit/organizations.ts';
import { startProduct } from '#tools/kit/servers.ts';
import { resultFor, type GoalResult } from './goals.ts';
import type { BenchSetup } from './setup.ts';

/** Row count in one plan step that is more than a page needs. */
const many = 1_000;
/** Repetitions: from the sixth execution on, a prepared statement may use a generic plan. */
const times = 7;

/** PostgreSQL settings that log the plan of every statement, including those inside functions. */
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
  // Logs row counts per step, without the overhead of timing.
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
};

/** Returns every list of the contract that needs only a tenant. */
const listCalls = (tenant: string) =>
  Object.values(contract)
    .flatMap(({ endpoints }) => Object.values<Endpoint>(endpoints))
    .filter(({ method, reply }) => method === 'GET' && reply instanceof z.ZodArray)
    .map((endpoint) => ({
      endpoint,
      path: `/api${endpoint.path.replace(':tenantId', tenant)}`,
      isOperators: endpoint.access.who === 'operator',
    }))
    .filter(({ path }) => !path.includes(':'));

/** Further filters of lists by path: of few rows and of many, and several at the same time. */
const filters: Record<string, string[]> = {
  '/Transaction/GetAll': [
    'search=order%2077777',
    'search=order',
    'description=er%20777',
    'category=None',
    'amountFrom=890000',
    'dateTo=2026-01-02&sort=date&descending=false',
    'category=Stocks&dateFrom=2026-05-01&search=order%2077',
  ],
  '/Audit/GetAll': ['search=order%2017777', 'search=order', 'action=member', 'action=transaction'],
  '/Audit/Admin/GetAll': ['search=order%2017777', 'search=order', 'action=member.changed'],
  '/Tenant/Admin/GetAll': ['status=past_due', 'tier=99'],
  '/TenantUsers/Admin/GetAll': ['role=0', 'status=3', 'joined=3', 'search=member&role=0'],
  '/ProviderEvent/Admin/GetAll': [
    'state=settled',
    'state=failing',
    'state=failing&state=waiting',
    'type=invoice.paid&sort=createdAt',
  ],
  '/Overview/Admin/GetSubscriptions': ['status=trialing', 'currency=eur'],
  '/Overview/Admin/GetMovements': ['kind=churn', 'kind=churn&kind=new', 'month=2020-01'],
  '/Overview/Admin/GetFailedInvoices': ['paid=no'],
};

type Row = Record<string, unknown>;

/** Parameters that filter nothing. */
const others = new Set(['search', 'cursor', 'limit', 'sort', 'descending']);

/**
 * Returns the queries that change how a list is read: plain, searched, by each filter that it declares with the
 * values of a row, and in each order.
 */
function queriesOf({ path, query }: Endpoint, row: Row): string[] {
  const { search, sort, ...shape } = (query?.shape ?? {}) as Record<string, z.ZodType>;
  const sorts = ((sort as SortField | undefined)?.unwrap().options ?? []).map(String);
  const filtered = Object.keys(shape)
    .filter((name) => !others.has(name))
    .flatMap((name) => filtersBy(name, row, sorts));
  return [
    '',
    ...(search ? ['?search=member', '?search=tenant%2077'] : []),
    ...new Set([...filtered, ...(filters[path] ?? [])].map((chosen) => `?${chosen}`)),
    ...sorts.flatMap((name) =>
      ['true', 'false'].map((descending) => `?sort=${name}&descending=${descending}`),
    ),
  ];
}

/** Returns filters by the value of a row: exactly, from it, and up to it; also in the order of the field. */
function filtersBy(param: string, row: Row, sorts: readonly string[]): string[] {
  const end = /^(.+)(From|To)$/.exec(param);
  const field = end?.[1] ?? { from: 'at', until: 'at' }[param] ?? param;
  const { [field]: found } = row;
  const value = (found as Row | null)?.['id'] ?? found;
  if (value === null || value === undefined) return [];
  const isDay = end !== null && typeof value === 'string';
  const text = encodeURIComponent(isDay ? value.slice(0, 10) : String(value).slice(0, 100));
  if (!end) return [`${param}=${text}`];
  const range = end[2] === 'From' ? `${param}=${text}&${field}To=${text}` : `${param}=${text}`;
  const open = `${param}=${text}`;
  return [...new Set([range, open])].flatMap((chosen) => [
    chosen,
    ...(sorts.includes(field) ? [`${chosen}&sort=${field}`] : []),
  ]);
}
type SortField = z.ZodPrefault<z.ZodEnum>;

/** Sends a request seven times, then for the second page; returns the first error status or the last. */
async function sendOften(url: string, headers: Headers): Promise<number> {
  let next: string | undefined;
  for (let time = 1; time <= times; time += 1) {
    const reply = await requestBytes(url, { headers });
    if (reply.status >= 400) return reply.status;
    next = nextPage(url, reply);
  }
  return next ? (await requestBytes(next, { headers })).status : 200;
}

/** Returns the first row of a list; without rows, one without values. */
async function firstRow(url: string, headers: Headers): Promise<Row> {
  const { status, body } = await requestBytes(url, { headers });
  return (status === 200 && (JSON.parse(body.toString()) as Row[])[0]) || {};
}

/**
 * Requests every list of the contract on large tables, with pages, filters and every order, and checks the plans
 * that PostgreSQL chose (W14): none may read a whole table.
 */
export async function checkPlans(setup: BenchSetup): Promise<GoalResult[]> {
  // Small tables are rightly read as a whole.
  if (setup.size === 'small') return [];
  await using stack = new AsyncDisposableStack();
  const { log, pool } = setup.postgres;
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const database = `alter database ${escapeIdentifier(rows[0]?.name ?? '')}`;
  for (const [name, value] of Object.entries(settings)) {
    await pool.query(`${database} set ${name} = '${value}'`);
  }
  stack.defer(async () => void (await pool.query(`${database} reset all`)));
  const { origin } = await startProduct(stack, setup.settings);
  const { tenant, tokens } = setup.data.largest;
  const [member, operator] = [asMember(tenant, tokens[0] ?? ''), await signIn(origin)];
  const calls = listCalls(tenant);
  const bad: string[] = [];
  let seen = 0;
  for (const { endpoint, path, isOperators } of calls) {
    const found = new Map<string, string>();
    let plans = 0;
    const headers = isOperators ? operator : member;
    for (const query of queriesOf(endpoint, await firstRow(origin + path, headers))) {
      const start = statSync(log).size;
      const status = await sendOften(origin + path + query, headers);
      const executed = plansIn(readFileSync(log).subarray(start).toString());
      plans += executed.length;
      // Keeps the first variant only.
      for (const table of executed.flatMap(readsOf)) {
        found.set(table, found.get(table) ?? `${table} ${query}`);
      }
      if (status >= 400) found.set(query, `${status} ${query}`);
    }
    if (plans > 0) seen += 1;
    if (found.size > 0) bad.push(`${path}: ${[...found.values()].join(', ')}`);
  }
  const result = resultFor('P6 lists');
  const failed = { limit: 0, unit: ' lists', detail: bad.join('; ') };
  const watched = { limit: calls.length, unit: ' lists', atLeast: true } as const;
  return [
    result('that read a table as a whole, or failed', bad.length, failed),
    result('whose plans were seen', seen, watched),
  ];
}

/** Executed plan step; numbers are per loop. */
type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/**
 * Returns the tables from which a plan read a thousand rows or more by a sequential scan, or by an index
 * with rows filtered out: that cost grows with the table.
 */
export function readsOf(plan: Plan): string[] {
  const inVain = plan['Rows Removed by Filter'] ?? 0;
  const read = plan['Node Type'] === 'Seq Scan' ? plan['Actual Rows'] + inVain : inVain;
  const table = plan['Relation Name'];
  return [
    ...(table && read * plan['Actual Loops'] >= many ? [table] : []),
    ...(plan.Plans ?? []).flatMap(readsOf),
  ];
}

/** Extracts every plan from a log; continuation lines of a message begin with a tab. */
export const plansIn = (log: string): Plan[] =>
  [...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(
    ([, text = '']) => (JSON.parse(text) as { Plan: Plan }).Plan,
  );
