import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { success } from '#server/platform/http/test/access-oracle.ts';
import { createActors } from '#server/platform/http/test/actors.ts';
import { cellCaller } from '#server/platform/http/test/bodies.ts';
import { ownCell } from '#server/platform/http/test/cells.ts';
import { allEndpoints } from '#server/platform/http/test/endpoints.ts';
import { createFixtures } from '#server/platform/http/test/fixtures.ts';
import { snapshotDatabase } from '#server/platform/http/test/snapshot.ts';
import { testApplication } from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';

/**
 * Checks against mass assignment: a body with column names besides its fields writes none of them
 * (R-SEC-09). Every call with a body × every column of the tables that it writes × both spellings of
 * its name. `LONGRUN=all` sends them one by one, a usual run all in one body.
 */
const product = await testApplication();
const world = await createFixtures(product);
const visitors = await createActors(product, world);
const { compare, undo } = await snapshotDatabase(product);
const ask = cellCaller(product, world);
const { owner } = product.open;
const counts = { calls: 0, columns: 0 };

type Row = Record<string, unknown>;
type Column = { table: string; column: string; type: string };

/** Values that an attacker might write to a column of this type. */
const hostile: Record<string, unknown[]> = {
  uuid: [world.others.id],
  text: ['hostile'],
  boolean: [true, false],
  smallint: [0, 2],
  integer: [0, 2_147_483_647],
  bigint: [0, 9_999],
  jsonb: [{ hostile: true }],
  'timestamp with time zone': ['2001-01-01T00:00:00Z'],
};
const valuesFor = ({ type }: Column) => hostile[type] ?? ['hostile'];

const columnsOf = async (tables: string[]) => {
  const { rows } = await owner.query<Column>(
    `select table_schema || '.' || table_name as table, column_name as column, data_type as type
     from information_schema.columns where table_schema || '.' || table_name = any ($1)`,
    [tables],
  );
  return rows;
};

const rowsOf = async (tables: string[]) => {
  const found = new Map<string, Row[]>();
  for (const table of tables) {
    const { rows } = await owner.query<{ row: Row }>(`select to_jsonb(it) as row from ${table} it`);
    found.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return found;
};

/** Counts the rows in which a column holds this value. */
const count = (rows: Map<string, Row[]>, { table, column }: Column, value: unknown) => {
  const wanted = JSON.stringify(value).slice(0, 20);
  const all = rows.get(table) ?? [];
  return all.filter((row) => JSON.stringify(row[column])?.startsWith(wanted)).length;
};

const camel = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the fields of a body, including nested ones. */
const fieldsOf = (body: z.ZodType | undefined): string[] =>
  body instanceof z.ZodObject
    ? Object.entries(body.shape).flatMap(([name, field]) => [name, ...fieldsOf(field as z.ZodType)])
    : [];

type Try = { fields: Row; columns: { column: Column; value: unknown }[] };

/** Returns one body per column, or a single body with all columns. */
const triesOf = (columns: Column[]): Try[] => {
  const single = columns.flatMap((column) =>
    valuesFor(column).flatMap((value) =>
      [...new Set([column.column, camel(column.column)])].map((name) => ({
        fields: { [name]: value },
        columns: [{ column, value }],
      })),
    ),
  );
  const together = {
    fields: Object.assign({}, ...single.map(({ fields }) => fields)) as Row,
    columns: single.flatMap((one) => one.columns),
  };
  return repetitions(1, 0) === 0 ? single : [together];
};

const writing = allEndpoints.filter(({ body, upload }) => body !== undefined && !upload);

test.each(writing)('$name writes only columns that are fields of its body', async (call) => {
  const cell = ownCell(call, visitors, world);
  const plain = await ask(cell);
  const { inside, restore } = await compare();
  const usual = await rowsOf(inside);
  await restore();
  const taken = fieldsOf(call.body);
  const columns = (await columnsOf(inside)).filter(({ column }) => !taken.includes(camel(column)));
  counts.columns += columns.length;
  for (const { fields, columns: tried } of triesOf(columns)) {
    const { outcome } = await ask(cell, fields);
    expect([plain.outcome, '400 validation']).toContain(outcome);
    const now = await rowsOf(inside);
    await undo();
    counts.calls += 1;
    if (outcome !== success) continue;
    const written = tried.filter(
      ({ column, value }) => count(now, column, value) > count(usual, column, value),
    );
    expect(written).toEqual([]);
  }
});

afterAll(() => {
  figure(
    'over-posting',
    `${writing.length} calls × the columns that they write: ` +
      `${counts.columns} columns, ${counts.calls} bodies, none written`,
  );
});
