import type { ClientBase, Pool } from 'pg';
import { local, localSchemas, reference, type Placement } from './places.ts';

/** Table with its placement and, for tables of tenants, the column with the tenant. */
export interface TablePlacement {
  /** Name with its schema, unless that is `public`. */
  name: string;
  /** Placement; null when it is not declared. */
  place: Placement | null;
  key: string | null;
  columns: string[];
}

/** Tables of a database by name. */
export type Shape = Map<string, TablePlacement>;

const tables = `
  select name, columns,
    -- A tenant's: its key begins with the tenant. The tenants themselves are known by their id.
    case when name = 'tenants' then 'id' when leader = 'tenant_id' then leader end as key
  from (
    select case nspname when 'public' then '' else nspname || '.' end || relname as name,
      array(select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
        order by attnum) as columns,
      (select attname::text from pg_index
         join pg_attribute on attrelid = indrelid and attnum = indkey[0]
       where indrelid = pg_class.oid and indisprimary) as leader
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and nspname !~ '^(pg_|citus|columnar|information_schema$)'
      -- Where the rows of a sharded table really are.
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      and relname !~ '_[0-9]{6,}$'
  ) as known
  order by name`;

const placeOf = (name: string, key: string | null): Placement | null => {
  if (key !== null) return 'distributed';
  if (name in reference) return 'reference';
  const schema = name.includes('.') ? (name.split('.')[0] ?? '') : 'public';
  return name in local || schema in localSchemas ? 'local' : null;
};

/** Reads the tables of a migrated database. */
export async function shapeOf(owner: Pool | ClientBase): Promise<Shape> {
  const { rows } = await owner.query<Pick<TablePlacement, 'name' | 'key' | 'columns'>>(tables);
  return new Map(
    rows.map((table) => [table.name, { ...table, place: placeOf(table.name, table.key) }]),
  );
}
