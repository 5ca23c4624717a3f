import type { ClientBase } from 'pg';
import type { Obstacle, Survey } from './obstacles.ts';
import type { TablePlacement } from './shape.ts';

/** Statements of one transaction, and statements that follow once it is committed. */
export interface Script {
  inOne: string[];
  afterwards: string[];
}

/** Returns the tables that are already distributed; null in a database without Citus. */
export async function thereIn(client: ClientBase): Promise<Set<string> | null> {
  const known = await client.query(`select from pg_extension where extname = 'citus'`);
  if (known.rowCount === 0) return null;
  const { rows } = await client.query<{ name: string }>(
    `select regexp_replace(logicalrelid::regclass::text, '^public[.]', '') as name
     from pg_dist_partition where partmethod = 'h' or repmodel = 't'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Returns the statements that distribute the tables that are not `there` yet. */
export function scriptFor(
  { shape, foreignKeys, triggers }: Survey,
  there: ReadonlySet<string>,
  cleared: Obstacle[],
): Script {
  const left = [...shape.values()].filter(({ name }) => !there.has(name));
  const copies = left.filter(({ place }) => place === 'reference');
  const shards = left
    .filter(({ place }) => place === 'distributed')
    .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  const moving = new Set([...copies, ...shards].map(({ name }) => name));
  if (moving.size === 0) return { inOne: [], afterwards: [] };
  // A table with foreign keys could only be distributed together with the tables it refers to; and a
  // table that Citus recreates would drop the functions bound to it.
  const ties = foreignKeys.filter((key) => moving.has(key.here) || moving.has(key.there));
  // Moving a row must not fire triggers.
  const kept = triggers.filter(({ relation }) => moving.has(relation));
  return {
    inOne: [
      `set local citus.multi_shard_modify_mode to 'sequential'`,
      // Allows triggers that use only rows of their own tenant, on the same node.
      `set local citus.enable_unsafe_triggers to on`,
      ...cleared.flatMap(({ sql }) => (sql === '' ? [] : [sql])),
      ...ties.map(({ here, name }) => `alter table ${here} drop constraint ${name}`),
      ...kept.map(({ name, relation }) => `drop trigger ${name} on ${relation}`),
      ...copies.map(({ name }) => `select create_reference_table('${name}')`),
      ...shards.map((table) => spread(table)),
      ...ties.map(
        ({ here, name, definition }) => `alter table ${here} add constraint ${name} ${definition}`,
      ),
      ...kept.map(({ definition }) => definition),
    ],
    // Removes the local copies: the rows are on the nodes now.
    afterwards: [...moving].map(
      (name) => `select truncate_local_data_after_distributing_table('${name}')`,
    ),
  };
}

const isFirst = ({ name }: TablePlacement) => name === 'tenants';

/** Returns the statement that places all tables of one tenant on one node. */
const spread = (table: TablePlacement) => {
  const beside = isFirst(table) ? 'none' : 'tenants';
  return `select create_distributed_table('${table.name}', '${table.key}', colocate_with => '${beside}')`;
};
