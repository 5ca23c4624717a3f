import { describe, expect, test } from 'vitest';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { secondConnections } from '#server/platform/database/test/one-connection.ts';

/** Tests the check that runs with every test of the suite. */
const open = await testDatabase();

describe('The check for second connections', () => {
  test('finds work that requests a connection while it holds one', async () => {
    await open.system(() => open.system(async () => undefined));
    expect(secondConnections()).toHaveLength(1);
    await open.system(() => open.owner.query('select 1'));
    expect(secondConnections()).toHaveLength(1);
  });

  test('allows sequential and concurrent connections', async () => {
    await open.system(async () => undefined);
    await Promise.all([1, 2, 3].map(() => open.system(async () => undefined)));
    expect(secondConnections()).toEqual([]);
  });
});
