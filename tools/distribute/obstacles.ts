import type { ClientBase, Pool } from 'pg';
import { routinesOf, type Routine } from './routines.ts';
import { shapeOf, type Shape, type TablePlacement } from './shape.ts';

/** Part of the schema that Citus does not support on distributed tables. */
export interface Obstacle {
  /** Name, for example `trigger tells_of_change on memberships`. */
  name: string;
  why: string;
  /** Statement that removes it, for a rehearsal. */
  sql: string;
}

/** Foreign key between two tables with its definition. */
export interface ForeignKey {
  name: string;
  here: string;
  there: string;
  columns: string[];
  targets: string[];
  definition: string;
}

interface Unique {
  name: string;
  relation: string;
  constraint: string | null;
  columns: (string | null)[];
  is_unique: boolean;
}

interface Policy {
  name: string;
  relation: string;
  key_rule: string | null;
}

/** Trigger with its definition. */
export interface Trigger {
  name: string;
  relation: string;
  routine: string;
  each_row: boolean;
  is_deferred: boolean;
  definition: string;
}

const named = (alias: string) =>
  `case ${alias}.relnamespace when 'public'::regnamespace then ''
     else ${alias}.relnamespace::regnamespace || '.' end || ${alias}.relname`;
const columnsOf = (relation: string, keys: string) =>
  `array(select attname::text from unnest(${keys}) with ordinality as k (at, place)
     left join pg_attribute on attrelid = ${relation} and attnum = at order by place)`;

const foreignKeys = `
  select conname as name, ${named('here')} as here, ${named('there')} as there,
    ${columnsOf('conrelid', 'conkey')} as columns, ${columnsOf('confrelid', 'confkey')} as targets,
    pg_get_constraintdef(pg_constraint.oid) as definition
  from pg_constraint join pg_class here on here.oid = conrelid
    join pg_class there on there.oid = confrelid
  where contype = 'f' and conparentid = 0 order by 1`;
const indexes = `
  select it.relname as name, ${named('here')} as relation, conname as constraint,
    ${columnsOf('indrelid', 'indkey::smallint[]')} as columns, indisunique as is_unique
  from pg_index join pg_class it on it.oid = indexrelid join pg_class here on here.oid = indrelid
    left join pg_constraint on conindid = indexrelid and contype in ('p', 'u', 'x')
  where indisunique or indisexclusion order by 1`;
const triggers = `
  select tgname as name, ${named('here')} as relation, 'app.' || proname as routine,
    tgtype & 1 = 1 as each_row, tgdeferrable as is_deferred, pg_get_triggerdef(pg_trigger.oid) as definition
  from pg_trigger join pg_class here on here.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
  where not tgisinternal and pronamespace = 'app'::regnamespace order by 2, 1`;

const policies = `
  select polname as name, ${named('here')} as relation,
    substring(pg_get_expr(polqual, polrelid) from '^[(](\\w+) = [(] SELECT app[.]tenant_id') as key_rule
  from pg_policy join pg_class here on here.oid = polrelid
  where concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~ 'SELECT'
  order by 2, 1`;

/** State of a database before it is sharded. */
export interface Survey {
  shape: Shape;
  /** Functions by name. */
  routines: Map<string, Routine>;
  obstacles: Obstacle[];
  /** Foreign keys that can stay. */
  foreignKeys: ForeignKey[];
  triggers: Trigger[];
}

/** Reads the catalog of a migrated database. */
export async function survey(owner: Pool | ClientBase): Promise<Survey> {
  const shape = await shapeOf(owner);
  const routines = await routinesOf(owner, shape);
  const ask = async <R extends object>(query: string) => (await owner.query<R>(query)).rows;
  // Citus has foreign keys of its own.
  const ours = (await ask<ForeignKey>(foreignKeys)).filter(
    ({ here, there }) => shape.has(here) && shape.has(there),
  );
  const bound = await ask<Trigger>(triggers);
  const inTheWay = (trigger: Trigger) => ofTrigger(trigger, shape, routines.get(trigger.routine));
  const obstacles = [
    ...[...shape.values()].flatMap((table) => ofTable(table)),
    ...ours.flatMap((key) => ofForeignKey(key, shape)),
    ...(await ask<Unique>(indexes)).flatMap((index) => ofIndex(index, shape)),
    ...(await ask<Policy>(policies)).flatMap((policy) => ofPolicy(policy, shape)),
    ...bound.flatMap((trigger) => inTheWay(trigger)),
    ...[...routines.values()].flatMap(({ name, fault }) =>
      fault === null ? [] : [{ name: `function ${name}`, why: fault, sql: '' }],
    ),
  ];
  return {
    shape,
    routines,
    obstacles,
    foreignKeys: ours.filter((key) => ofForeignKey(key, shape).length === 0),
    triggers: bound.filter((trigger) => inTheWay(trigger).length === 0),
  };
}

const ofTable = ({ name, place }: TablePlacement): Obstacle[] =>
  place === null
    ? [
        {
          name: `table ${name}`,
          why: 'the placement of its rows is not declared (places.ts)',
          sql: '',
        },
      ]
    : [];

/**
 * Reports foreign keys other than those between tenants' tables with the tenant on both sides, and those
 * to reference tables.
 */
function ofForeignKey(
  { name, here, there, columns, targets }: ForeignKey,
  shape: Shape,
): Obstacle[] {
  const [from, to] = [here, there].map((name) => shape.get(name));
  const at = columns.indexOf(from?.key ?? '');
  const isOfOne = at >= 0 && targets[at] === to?.key;
  const allowed: Record<string, boolean> = {
    'distributed distributed': isOfOne,
    'distributed reference': true,
    'reference reference': true,
    'local reference': true,
    'local local': true,
  };
  if (allowed[`${from?.place} ${to?.place}`]) return [];
  return [
    {
      name: `foreign key ${name}`,
      why: `from ${here} (${from?.place}) to ${there} (${to?.place})`,
      sql: `alter table ${here} drop constraint ${name}`,
    },
  ];
}

/**
 * Reports unique indexes without the tenant's column: each node enforces uniqueness only for its own
 * rows.
 */
function ofIndex({ name, relation, constraint, columns }: Unique, shape: Shape): Obstacle[] {
  const { key = null } = shape.get(relation) ?? {};
  if (key === null || columns.includes(key)) return [];
  return [
    {
      name: `unique index ${name}`,
      why: `unique over all tenants, without ${key}`,
      sql:
        constraint === null
          ? `drop index ${name}`
          : `alter table ${relation} drop constraint ${name}`,
    },
  ];
}

/**
 * Reports policies with subqueries: Citus copies policies to every shard and refuses subqueries in them.
 */
function ofPolicy({ name, relation, key_rule: key }: Policy, shape: Shape): Obstacle[] {
  const place = shape.get(relation)?.place;
  if (place !== 'distributed' && place !== 'reference') return [];
  const rule = `(${key} = app.tenant_id())`;
  const sql =
    key === null
      ? `drop policy ${name} on ${relation}`
      : `alter policy ${name} on ${relation} using ${rule} with check ${rule}`;
  return [{ name: `policy ${name} on ${relation}`, why: 'has a subquery', sql }];
}

/**
 * Reports triggers that reach more than the same tenant's rows and reference tables on the row's node.
 */
function ofTrigger(trigger: Trigger, shape: Shape, routine: Routine | undefined): Obstacle[] {
  const { name, relation } = trigger;
  const place = shape.get(relation)?.place;
  if (place === 'local') return [];
  const reasons =
    place === 'reference' ? ['runs once on every machine'] : reasonsOf(trigger, shape, routine);
  if (reasons.length === 0) return [];
  return [
    {
      name: `trigger ${name} on ${relation}`,
      why: reasons.join('; '),
      sql: `drop trigger ${name} on ${relation}`,
    },
  ];
}

const effects: Record<string, string> = {
  pg_notify: 'tells the machine of the row alone',
  set_config: 'is heard on the machine of the row alone',
  tg_table_name: 'asks for its table, and is told a part of it',
};

function reasonsOf(
  { each_row, is_deferred }: Trigger,
  shape: Shape,
  routine: Routine | undefined,
): string[] {
  const reasons = each_row ? [] : ['is for statements, not for rows'];
  if (is_deferred) reasons.push('refuses at the commit, which cannot say why');
  for (const { table, writes, reach } of routine?.uses ?? []) {
    const place = shape.get(table)?.place;
    if (place === 'local') reasons.push(`reaches ${table}, which is elsewhere`);
    if (place === 'reference' && writes) reasons.push(`writes ${table}, of which there are copies`);
    if (place === 'distributed' && reach !== 'one') reasons.push(`reaches others' ${table}`);
  }
  for (const call of routine?.calls ?? []) {
    if (call in effects) reasons.push(effects[call] ?? '');
  }
  return [...new Set(reasons)];
}
