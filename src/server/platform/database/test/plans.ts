/** Determines whose rows a statement uses, from PostgreSQL's own plan of it. */
import type { Pool } from 'pg';
import { referenceTables, tenantTables } from '#server/platform/database/cluster/distribute.ts';

/** Reach of a statement and the tables that it uses. */
export type StatementPlan = {
  tables: string[];
  /** Reach: `one` tenant; `each`: several, tenant by tenant; `across`: tenants with each other. */
  reach: 'one' | 'each' | 'across';
  /** True when it uses tables of tenants together with tables that no tenant's node has. */
  isMixed: boolean;
  /** True when it uses tables that only the coordinator has. */
  needsCoordinator: boolean;
};

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  Schema?: string;
  Alias?: string;
  Operation?: string;
  /** Expressions of the columns; below an insertion those of the table, in its order. */
  Output?: string[];
  'Conflict Arbiter Indexes'?: string[];
  Plans?: PlanNode[];
  [detail: string]: unknown;
};

/** Tables that every node has a copy of, and accounts, which Citus joins on the coordinator (decision 41). */
const joined = new Set([...referenceTables, 'users']);

/** Indexes that are unique over all tenants. */
const globalIndexes = `
  select indexrelid::regclass::text as name from pg_index
  where indisunique and not exists (select from pg_attribute
    where attrelid = indrelid and attnum = any (indkey)
      and attname = case indrelid when 'tenants'::regclass then 'id' else 'tenant_id' end)`;

type Catalog = {
  keys: Map<string, { key: string; place: number }>;
  globals: Set<string>;
};

/**
 * Plans statements without executing them, as the owner, whose queries no policy filters: rows of one
 * tenant are on one node only when the statement itself says `tenant_id = <a value>`, directly or by
 * equality, for every table of tenants. PostgreSQL's planner derives those equalities. Throws for a
 * statement that it can't parse.
 */
export async function readPlans(
  statements: string[],
  owner: Pool,
): Promise<Map<string, StatementPlan>> {
  const client = await owner.connect();
  try {
    const ask = async <R extends object>(sql: string) => (await client.query<R>(sql)).rows;
    const tables = await ask<{ name: string; key: string; place: number }>(tenantTables);
    const globals = await ask<{ name: string }>(globalIndexes);
    const catalog: Catalog = {
      keys: new Map(tables.map(({ name, ...key }) => [name, key])),
      globals: new Set(globals.map(({ name }) => name)),
    };
    const plans = new Map<string, StatementPlan>();
    for (const sql of statements) {
      const [explained] = await ask<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (generic_plan, verbose, costs off, format json) ${sql}`,
      );
      if (explained) plans.set(sql, readPlan(explained['QUERY PLAN'][0].Plan, catalog));
    }
    return plans;
  } finally {
    client.release();
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const tableOf = ({ Schema: schema, 'Relation Name': name }: PlanNode) =>
  name && (schema === 'public' ? name : `${schema}.${name}`);

function readPlan(plan: PlanNode, { keys, globals }: Catalog): StatementPlan {
  const nodes = nodesOf(plan);
  const tables = [...new Set(nodes.flatMap((node) => tableOf(node) ?? []))];
  const keyOf = (node: PlanNode) => {
    const key = keys.get(tableOf(node) ?? '');
    return key && { column: `${node.Alias}.${key.key}`, place: key.place };
  };
  const columns = new Set(nodes.flatMap((node) => keyOf(node)?.column ?? []));
  const inserts = nodes.filter((node) => node.Operation === 'Insert' && keyOf(node));
  const given = inserts.flatMap((node): [string, string][] => {
    const key = keyOf(node);
    const isGlobal = node['Conflict Arbiter Indexes']?.some((index) => globals.has(index));
    const value = node.Plans?.[0]?.Output?.[key?.place ?? 0];
    return isGlobal || !key || !value ? [] : [[key.column, value]];
  });
  const groups = groupsOf(columns, [...given, ...nodes.flatMap(equalities)]);
  const loose = groups.filter((group) => ![...group].some(isValue));
  const isEach =
    groups.length === 1 && !inserts.some((node) => groups[0]?.has(keyOf(node)?.column ?? ''));
  return {
    tables,
    reach: loose.length === 0 ? 'one' : isEach ? 'each' : 'across',
    isMixed: columns.size > 0 && tables.some((name) => !keys.has(name) && !joined.has(name)),
    needsCoordinator: tables.some((name) => !keys.has(name) && !referenceTables.includes(name)),
  };
}

const isValue = (expression: string) => /^(\$\d+|'[^']*'::uuid)$/.test(expression);

/** Groups the columns that hold the same tenant, with the values that these are equal to. */
function groupsOf(columns: Set<string>, pairs: [string, string][]): Set<string>[] {
  const groups: Set<string>[] = [];
  const known = (side: string) => columns.has(side) || isValue(side);
  const ties = pairs.filter((pair) => pair.every(known) && pair.some((side) => columns.has(side)));
  for (const members of [...[...columns].map((column) => [column]), ...ties]) {
    const joined = new Set(members);
    for (const group of groups.filter((each) => [...joined].some((member) => each.has(member)))) {
      groups.splice(groups.indexOf(group), 1);
      for (const member of group) joined.add(member);
    }
    groups.push(joined);
  }
  return groups;
}

/**
 * Returns both sides of every `a = b` that must hold for the rows of a node. A bitmap of an index may be one
 * side of an `or`; the scan that uses it repeats the whole condition.
 */
const equalities = (node: PlanNode): [string, string][] =>
  Object.entries(node)
    .filter(([detail]) => /(Cond|Filter)$/.test(detail))
    .filter(() => node['Node Type'] !== 'Bitmap Index Scan')
    .flatMap(([, condition]) => conjuncts(String(condition)))
    .flatMap((part): [string, string][] => {
      const [, left, right] = /^(\S+) = (\S+)$/.exec(part) ?? [];
      return left && right ? [[left, right]] : [];
    });

/** Returns the parts of `((a) AND (b))`, without their parentheses. */
function conjuncts(condition: string): string[] {
  const inner = condition.slice(1, -1);
  const parts = [''];
  let depth = 0;
  for (const token of inner.split(/([()]| AND )/)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ' AND ' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts.length === 1 ? [inner] : parts.flatMap(conjuncts);
}
