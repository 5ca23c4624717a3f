import { expect, onTestFinished, test } from 'vitest';
import { givenBackOnce } from './given-back.ts';
import { createPool } from './pools.ts';
import { testDatabase } from './test-database.ts';

const { ownerUrl } = await testDatabase();

const poolOfOne = () => {
  const pool = createPool({ connectionString: ownerUrl, max: 1 });
  onTestFinished(() => pool.end());
  return pool;
};

test('a connection that is given back twice is there once, for whoever comes next', async () => {
  const pool = poolOfOne();
  const lending = givenBackOnce(pool);
  const giveBack = await new Promise<() => void>((resolve) => {
    lending.connect((_error, _client, back) => resolve(back));
  });
  giveBack();
  const next = await lending.connect();
  expect(giveBack).not.toThrow();
  // It is still the other's: nobody else gets it.
  expect(pool.idleCount).toBe(0);
  next.release();
  expect((await lending.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('the pool itself refuses that, which would end the process', async () => {
  const pool = poolOfOne();
  const giveBack = await new Promise<() => void>((resolve) => {
    pool.connect((_error, _client, back) => resolve(back));
  });
  giveBack();
  expect(giveBack).toThrow('already been released');
});
