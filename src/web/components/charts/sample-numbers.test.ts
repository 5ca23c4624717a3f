import { describe, expect, test } from 'vitest';
import { sampleNumbers } from './sample-numbers.ts';

describe('the numbers of the sample charts (R-APP-06)', () => {
  test('range from 5 to 50', () => {
    expect(sampleNumbers(1, () => 0)).toEqual([5]);
    expect(sampleNumbers(1, () => 1 - Number.EPSILON)).toEqual([50]);
  });

  test('are as many integers as requested', () => {
    const numbers = sampleNumbers(500);
    expect(numbers).toHaveLength(500);
    expect(numbers.every((n) => Number.isInteger(n) && n >= 5 && n <= 50)).toBe(true);
  });
});
