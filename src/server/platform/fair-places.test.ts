import { expect, test } from 'vitest';
import { FairPlaces } from './fair-places.ts';

/** Takes all that the owner is admitted to; returns how many these are. */
const takeAll = (places: FairPlaces, owner: string) => {
  let count = 0;
  for (; places.admits(owner); count += 1) places.take(owner);
  return count;
};

test('leaves places free for others, however many one owner wants', () => {
  const places = new FairPlaces(200, 1 / 10);
  const counts = Array.from({ length: 20 }, (_, n) => takeAll(places, `slow ${n}`));
  expect(counts[0]).toBe(19);
  expect(Math.min(...counts)).toBeGreaterThan(1);
  expect(takeAll(places, 'another')).toBeGreaterThan(1);
});

test('admits an owner without a place to the last one, and no owner to more than there are', () => {
  const places = new FairPlaces(3, 1 / 2);
  const counts = ['a', 'b', 'c', 'd'].map((owner) => takeAll(places, owner));
  expect(counts).toEqual([1, 1, 1, 0]);
  expect(places.refused()).toEqual(['a', 'b', 'c']);
});

test('gives a place back once it is disposed of', () => {
  const places = new FairPlaces(1, 1);
  {
    using _ = places.take('a');
    expect(places.admits('b')).toBe(false);
  }
  expect(places.admits('b')).toBe(true);
  expect(places.isUnused).toBe(true);
});
