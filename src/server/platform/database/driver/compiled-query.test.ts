import { expect, test } from 'vitest';
import { db, sql } from '#server/platform/database/query.ts';
import { compileOnce } from './compiled-query.ts';

type Asked = { tenant: string; most: number };

const newestOf = ({ tenant, most }: Asked) =>
  db.selectFrom('transactions').select('id').where('tenant_id', '=', tenant).limit(most);

test('a query that is compiled once equals the query built on every call', () => {
  const query = compileOnce(newestOf);
  for (const asked of [
    { tenant: 'a', most: 1 },
    { tenant: 'b', most: 2 },
  ]) {
    const { sql, parameters } = newestOf(asked).compile();
    expect(query(asked).compile(db)).toMatchObject({ sql, parameters });
  }
});

test('concurrent calls do not share their values', () => {
  const query = compileOnce(newestOf);
  const [one, other] = [query({ tenant: 'a', most: 1 }), query({ tenant: 'b', most: 2 })];
  expect([other, one].map((each) => each.compile(db).parameters)).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
});

test('the query is built once, and a value may be used in it twice', () => {
  let times = 0;
  const query = compileOnce(({ name }: { name: string | null }) => {
    times += 1;
    return sql`select ${name}::text, ${'constant'}, ${name}::text`;
  });
  const asked = ['Ana', null].map((name) => query({ name }).compile(db).parameters);
  expect(asked).toEqual([
    ['Ana', 'constant', 'Ana'],
    [null, 'constant', null],
  ]);
  expect(times).toBe(1);
});

test('a query that computes with its values is refused', () => {
  const query = compileOnce(({ most }: Asked) =>
    db
      .selectFrom('transactions')
      .select('id')
      .limit(most + 1),
  );
  expect(() => query({ tenant: 'a', most: 1 }).compile(db)).toThrow(
    'Placeholder most has no value',
  );
});
