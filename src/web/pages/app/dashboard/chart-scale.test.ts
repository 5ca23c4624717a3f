import { expect, test } from 'vitest';
import { scaleOf } from './chart-scale.ts';

test.each([
  ['nothing', [0, 0], [0, 0.5, 1]],
  ['gains', [120, 80, 45], [0, 60, 120]],
  ['cents', [0.5, 0.3], [0, 0.25, 0.5]],
  ['losses', [-30, -12], [-30, -15, 0]],
  ['both', [95, -20, 40], [-20, 0, 100]],
  ['one amount', [3_703_703], [0, 2_000_000, 4_000_000]],
])('the axis of %s has three values', (_what, amounts, ticks) => {
  expect(scaleOf(amounts)).toEqual({ ticks });
});

test('an amount far above the others does not flatten them', () => {
  expect(scaleOf([3_703_703, 200, 80, 40])).toEqual({ ticks: [0, 150, 300] });
  expect(scaleOf([-90_000, -100, 50])).toEqual({ ticks: [-150, 0, 50] });
});
