import { describe, expect, test } from 'vitest';
import { testDatabase } from './test-database.ts';
import { secondConnections } from './test-one-connection.ts';

/** The check that every test of the suite runs under. */
const open = await testDatabase();

describe('The check for second connections', () => {
  test('finds work that asks for a connection while it holds one', async () => {
    await open.system(() => open.system(async () => undefined));
    expect(secondConnections()).toHaveLength(1);
    await open.system(() => open.owner.query('select 1'));
    expect(secondConnections()).toHaveLength(1);
  });

  test('allows one connection after another, and several side by side', async () => {
    await open.system(async () => undefined);
    await Promise.all([1, 2, 3].map(() => open.system(async () => undefined)));
    expect(secondConnections()).toEqual([]);
  });
});
