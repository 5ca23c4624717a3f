import { readFileSync, statSync } from 'node:fs';
import { Client, escapeIdentifier } from 'pg';
import { asMember, enterAsOperator, type Headers } from './accounts.ts';
import { stop } from './children.ts';
import type { Claim } from './goals.ts';
import { listCalls } from './list-calls.ts';
import type { Section } from './section.ts';
import type { Size } from './seed.ts';
import { ask, startProduct } from './servers.ts';
import type { Scene } from './stage.ts';

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

/**
 * Requests every list of the contract on large tables, with pages and every sort order, and checks the
 * plans that PostgreSQL chose (W14): none may read a whole table.
 */
export async function explainLists(scene: Scene, size: Size): Promise<Section> {
  await using watched = await watch(scene);
  const { tenant, tokens } = scene.data.largest;
  const member = asMember(tenant, tokens[0] ?? '');
  const as = { member, operator: await enterAsOperator(watched.origin) };
  const rows: Section['rows'] = [];
  for (const call of listCalls(tenant)) {
    const read = new Map<string, string>();
    let seen = 0;
    for (const url of call.urls) {
      const asking = () => askOften(`${watched.origin}${url}`, as[call.who]);
      const { done: status, plans } = await watched.plansOf(asking);
      const [, way = ''] = /(\?.*)/.exec(url) ?? [];
      const told = plans.flatMap(readsOf);
      if (status >= 400) told.push(`answered ${status}`);
      // Keeps the first variant only.
      for (const what of told) read.set(what, read.get(what) ?? `${what} ${way}`.trim());
      seen += plans.length;
    }
    rows.push([call.name, call.urls.length, seen, [...read.values()].join(', ') || '–']);
  }
  return {
    title: 'Plans of lists',
    // Small tables are rightly read as a whole.
    claims: size === 'small' ? [] : claimsOf(rows),
    head: ['list', 'ways', 'plans', 'tables read as a whole, and when first'],
    rows,
  };
}

function claimsOf(rows: Section['rows']): Claim[] {
  const goal = 'P6 lists';
  const bad = rows.filter(([, , , read]) => read !== '–');
  const seen = rows.filter(([, , plans]) => Number(plans) > 0);
  return [
    {
      goal,
      what: 'that read a table as a whole, or failed',
      value: bad.length,
      limit: 0,
      unit: 'lists',
    },
    {
      goal,
      what: 'whose plans were seen',
      value: seen.length,
      limit: rows.length,
      unit: 'lists',
      atLeast: true,
    },
  ];
}

/**
 * Sends a request seven times, then for the second page; returns the first error status, or the last
 * status.
 */
async function askOften(url: string, as: Headers): Promise<number> {
  let next: string | undefined;
  for (let time = 1; time <= times; time += 1) {
    const { status, headers } = await ask(url, as);
    if (status >= 400) return status;
    next = /<([^>]*)>/.exec(String(headers['link'] ?? ''))?.[1];
  }
  return next ? (await ask(new URL(next, url).href, as)).status : 200;
}

/** Executed plan step; numbers are per loop. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/**
 * Returns the tables from which a plan read a thousand rows or more by a sequential scan, or by an index
 * with rows filtered out: that cost grows with the table.
 */
export const readsOf = (plan: Plan): string[] => {
  const inVain = plan['Rows Removed by Filter'] ?? 0;
  const read = plan['Node Type'] === 'Seq Scan' ? plan['Actual Rows'] + inVain : inVain;
  const table = plan['Relation Name'];
  return [
    ...(table && read * plan['Actual Loops'] >= many ? [table] : []),
    ...(plan.Plans ?? []).flatMap(readsOf),
  ];
};

/** Starts another instance of the product whose statements PostgreSQL logs with their plans. */
async function watch({ place: { ownerUrl, log, settings: usual } }: Scene) {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows: roles } = await client.query<{ role: string }>(
    'select role_name as role from app.logins union select role_name from app.credentials',
  );
  const each = async (change: (setting: string, value: string) => string) => {
    for (const { role } of roles) {
      for (const [setting, value] of Object.entries(settings)) {
        await client.query(`alter role ${escapeIdentifier(role)} ${change(setting, value)}`);
      }
    }
  };
  await each((setting, value) => `set ${setting} = '${value}'`);
  const { child, origin } = await startProduct(usual);
  return {
    origin,
    /** Returns the plans of the queries that a piece of work caused. */
    async plansOf<T>(work: () => Promise<T>): Promise<{ done: T; plans: Plan[] }> {
      const from = statSync(log).size;
      const done = await work();
      return { done, plans: plansIn(readFileSync(log).subarray(from).toString()) };
    },
    async [Symbol.asyncDispose]() {
      await stop(child);
      await each((setting) => `reset ${setting}`);
      await client.end();
    },
  };
}

/** Extracts every plan from a log; continuation lines of a message begin with a tab. */
export const plansIn = (log: string): Plan[] =>
  [...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(
    ([, text = '']) => (JSON.parse(text) as { Plan: Plan }).Plan,
  );
