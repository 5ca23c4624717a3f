import { expect, test } from 'vitest';
import { BoundedQueue } from './bounded-queue.ts';

type Bounds = { concurrency?: number | (() => number); visitor?: number; total?: number };
const queueOf = ({ concurrency = 1, visitor = 10, total = 20 }: Bounds = {}) =>
  new BoundedQueue({ concurrency, waiting: { visitor, total } });

/** Adds tasks that run until the test ends them, and records their names in the order of their start. */
const tasksOf = (queue: BoundedQueue) => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (visitor: string, name: string, signal?: AbortSignal) =>
    queue.run(
      visitor,
      async () => {
        started.push(name);
        await new Promise<void>((end) => ends.push(end));
        return name;
      },
      signal,
    );
  const endAll = async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { started, add, endAll };
};

test('runs no more tasks at a time than its concurrency', async () => {
  const { started, add, endAll } = tasksOf(queueOf({ concurrency: 2 }));
  const all = Promise.all(['a', 'b', 'c'].map((name) => add('one', name)));
  await new Promise(setImmediate);
  expect(started).toEqual(['a', 'b']);
  await endAll();
  await expect(all).resolves.toEqual(['a', 'b', 'c']);
});

test('runs as many as there is room for when a task ends, if its concurrency changes', async () => {
  let concurrency = 1;
  const { started, add, endAll } = tasksOf(queueOf({ concurrency: () => concurrency }));
  const all = ['a', 'b', 'c', 'd'].map((name) => add('one', name));
  await new Promise(setImmediate);
  expect(started).toEqual(['a']);
  concurrency = 3;
  const more = add('one', 'e');
  await new Promise(setImmediate);
  expect(started).toEqual(['a', 'b', 'c']);
  await endAll();
  await Promise.all([...all, more]);
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('serves visitors in turn: many tasks of one delay another by one task (R-SEC-15)', async () => {
  const { started, add, endAll } = tasksOf(queueOf());
  const many = ['1', '2', '3', '4', '5'].map((name) => add('many', name));
  const few = ['a', 'b'].map((name) => add('few', name));
  await endAll();
  await Promise.all([...many, ...few]);
  expect(started).toEqual(['1', '2', 'a', '3', 'b', '4', '5']);
});

test('refuses a visitor with too many waiting tasks with 429, and serves others (R-SEC-15)', async () => {
  const { add, endAll } = tasksOf(queueOf({ visitor: 2 }));
  const accepted = ['1', '2', '3'].map((name) => add('many', name));
  const refusal = { code: 'tooManyRequests', params: { seconds: 1 } };
  await expect(add('many', '4')).rejects.toMatchObject(refusal);
  const other = add('other', 'a');
  await endAll();
  await expect(Promise.all([...accepted, other])).resolves.toEqual(['1', '2', '3', 'a']);
});

test('refuses all visitors with 503 when too many tasks wait in total (R-SEC-15)', async () => {
  const { add, endAll } = tasksOf(queueOf({ total: 3 }));
  const accepted = ['1', '2', '3', '4'].map((name) => add(name, name));
  await expect(add('other', '5')).rejects.toMatchObject({ code: 'unavailable' });
  await endAll();
  await Promise.all(accepted);
  const later = add('other', '6');
  await endAll();
  await expect(later).resolves.toBe('6');
});

test('drops a waiting task whose visitor has disconnected', async () => {
  const { started, add, endAll } = tasksOf(queueOf({ visitor: 1 }));
  const left = new AbortController();
  const first = add('one', '1');
  const second = add('one', '2', left.signal);
  left.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  const third = add('one', '3');
  await endAll();
  await expect(Promise.all([first, third])).resolves.toEqual(['1', '3']);
  expect(started).toEqual(['1', '3']);
});

test('continues after a failed task', async () => {
  const queue = queueOf();
  const failing = queue.run('one', () => Promise.reject(new Error('broken')));
  const next = queue.run('one', async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('next');
});
