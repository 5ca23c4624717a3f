import { expect, test } from 'vitest';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { readLogins } from '#server/platform/database/test/logins.ts';
import { sendPipeline } from './pipeline-query.ts';
import { allowsNamedStatements, createPool } from './pools.ts';

const opened = await testDatabase();

test('columns of a named statement are described once for each connection', async () => {
  const { user, password } = (await readLogins(opened.owner)).runtime;
  const pool = createPool({ ...opened.way(user, password), pipeline: true, max: 1 });
  const client = await pool.connect();
  try {
    let descriptions = 0;
    client.connection.on('rowDescription', () => (descriptions += 1));
    const named = { name: 'two_columns', text: 'select $1::int as one, $2::text as two' };
    const ask = (...values: unknown[]) =>
      sendPipeline(client, [
        { name: 'begin', text: 'begin' },
        { ...named, values },
        { text: 'select 3 as three' },
        { name: 'COMMIT', text: 'COMMIT' },
      ]);
    // The second is sent before the first is answered.
    const results = await Promise.all([ask(1, 'a'), ask(2, null)]);
    results.push(await ask(3, 'c'), await ask(4, 'd'));
    expect(results.map((each) => each.flatMap(({ rows }) => rows))).toEqual([
      [{ one: 1, two: 'a' }, { three: 3 }],
      [{ one: 2, two: null }, { three: 3 }],
      [{ one: 3, two: 'c' }, { three: 3 }],
      [{ one: 4, two: 'd' }, { three: 3 }],
    ]);
    // The one without a name four times; a pooler that knows no names gets none.
    expect(descriptions).toBe(allowsNamedStatements(client) ? 4 + 2 : 4 + 4);
    await expect(
      sendPipeline(client, [{ text: 'select 1 / 0 as nothing' }, { ...named, values: [5, 'e'] }]),
    ).rejects.toThrow('division by zero');
    await expect(ask(6, 'f')).resolves.toMatchObject([
      {},
      { rows: [{ one: 6, two: 'f' }] },
      {},
      {},
    ]);
  } finally {
    client.release();
    await pool.end();
  }
});
