import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { createPool } from './pools.ts';
import { releaseOnce } from './release-once.ts';

const { ownerUrl } = await testDatabase();

const poolOfOne = () => {
  const pool = createPool({ connectionString: ownerUrl, max: 1 });
  onTestFinished(() => pool.end());
  return pool;
};

test('a connection that is released twice is given to only one later caller', async () => {
  const pool = poolOfOne();
  const lending = releaseOnce(pool);
  const giveBack = await new Promise<() => void>((resolve) => {
    lending.connect((_error, _client, back) => resolve(back));
  });
  giveBack();
  const next = await lending.connect();
  expect(giveBack).not.toThrow();
  // It still belongs to the next caller.
  expect(pool.idleCount).toBe(0);
  next.release();
  expect((await lending.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('the pool itself throws at a second release, which would end the process', async () => {
  const pool = poolOfOne();
  const giveBack = await new Promise<() => void>((resolve) => {
    pool.connect((_error, _client, back) => resolve(back));
  });
  giveBack();
  expect(giveBack).toThrow('already been released');
});
