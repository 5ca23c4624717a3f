import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { createCallCounter } from './call-counts.ts';

const { owner } = await testDatabase();

const often = { interval: 1 };

// All calls count in the same minute, however long they take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('calls to several processes are counted together (R-ACC-23)', async () => {
  const counter = () => createCallCounter(owner, { session: 600 }, 1);
  const [here, there, who] = [counter(), counter(), randomUUID()];
  /** Counts calls until one is refused, and returns how many were admitted. */
  const admit = (count: number, counted: ReturnType<typeof counter>) => {
    for (let admitted = 0; admitted < count; admitted += 1) {
      try {
        counted('session', who);
      } catch {
        return admitted;
      }
    }
    return count;
  };
  const sharedCount = async () => {
    const shared = 'select points from app.rate_limits where starts_with(key, $1)';
    const { rows } = await owner.query<{ points: number }>(shared, [`session:${who}:`]);
    return rows[0]?.points;
  };
  expect(admit(400, here)).toBe(400);
  await expect.poll(sharedCount, often).toBe(400);
  // Enough calls that this process synchronizes.
  expect(admit(60, there)).toBe(60);
  await expect.poll(sharedCount, often).toBe(460);
  let more = 0;
  await expect
    .poll(() => {
      const admitted = admit(20, there);
      more += admitted;
      return admitted;
    }, often)
    .toBe(0);
  expect(more).toBe(140);
  vi.setSystemTime(Date.now() + 60_000);
  expect(admit(20, there)).toBe(20);
});

test('calls of few are not stored, and of many once per interval', async () => {
  const queries: unknown[][] = [];
  const store = {
    query: async (_: string, values: unknown[]) => {
      queries.push(values);
      return { rows: [] };
    },
  };
  const count = createCallCounter(store, { session: 100 }, 1);
  for (let calls = 0; calls < 9; calls += 1) count('session', 'few');
  for (let calls = 0; calls < 10; calls += 1) count('session', 'many');
  await expect.poll(() => queries, often).toHaveLength(1);
  const minute = Math.floor(Date.now() / 60_000);
  expect(queries[0]).toEqual([[`session:many:${minute}`], [10], (minute + 1) * 60_000]);
});
