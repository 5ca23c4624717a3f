import { expect, test } from 'vitest';
import { conflictsBetween } from './merge.ts';

const base = { title: 'A', text: 'B', count: 1, tiers: [1], note: null };
const fields = Object.keys(base);

test('names the fields in which two versions differ, and who changed each (R-CNF-03)', () => {
  const mine = { ...base, title: 'mine', text: 'mine', note: '' };
  const theirs = { ...base, title: 'theirs', count: 2, tiers: [1] };
  expect(conflictsBetween({ base, mine, theirs }, fields)).toEqual([
    { name: 'title', isBoth: true, suggested: 'mine' },
    { name: 'text', isBoth: false, suggested: 'mine' },
    { name: 'count', isBoth: false, suggested: 'theirs' },
  ]);
});

test('finds no difference in the same change', () => {
  const changed = { ...base, title: 'same', tiers: [1, 2] };
  expect(conflictsBetween({ base, mine: changed, theirs: { ...changed } }, fields)).toEqual([]);
});
