import { expect, test } from 'vitest';
import { createSchema, createStore } from '#sandbox/stripe/index.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';

const { owner } = await testDatabase();

/** Returns the columns, constraints and indexes of the sandbox's tables in a schema. */
async function definitionsIn(schema: string): Promise<string[]> {
  const { rows } = await owner.query<{ definition: string }>(
    `with tables as (
       select oid, relname from pg_class where relkind = 'r' and relnamespace = to_regnamespace($1)
         and relname <> 'emails'
     )
     select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull::text,
       attidentity, pg_get_expr(adbin, adrelid)) as definition
     from tables join pg_attribute on attrelid = tables.oid
       left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attnum > 0 and not attisdropped
     union all
     select concat_ws(' ', relname, conname, pg_get_constraintdef(pg_constraint.oid))
     from tables join pg_constraint on conrelid = tables.oid
     union all
     select pg_get_indexdef(indexrelid) from tables join pg_index on indrelid = tables.oid
     order by 1`,
    [schema],
  );
  return rows.map(({ definition }) => definition.replaceAll(`${schema}.`, 'sandbox.')).toSorted();
}

test('the migrations create the tables that the sandbox creates by itself', async () => {
  await owner.query('alter schema sandbox rename to migrated');
  await createSchema(createStore(owner));
  const created = await definitionsIn('sandbox');
  expect(created.length).toBeGreaterThan(40);
  expect(await definitionsIn('migrated')).toEqual(created);
});
