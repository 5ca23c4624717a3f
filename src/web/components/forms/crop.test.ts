import { describe, expect, test } from 'vitest';
import { centerCrop, fitCrop, moveCrop, squareOf } from './crop.ts';

const wide = { width: 800, height: 600 };

describe('the crop of a picture', () => {
  test('is at first the largest square in the middle', () => {
    expect(squareOf(wide, centerCrop)).toEqual({ left: 100, top: 0, side: 600 });
  });

  test('gets smaller with the zoom and keeps its center', () => {
    expect(squareOf(wide, { ...centerCrop, zoom: 2 })).toEqual({ left: 250, top: 150, side: 300 });
  });

  test.each([
    [[1, 0], { left: 200, top: 0 }],
    [[-1, -1], { left: 0, top: 0 }],
    [[0.1, 0], { left: 160, top: 0 }],
  ] as const)('moves by %j of its side and stays inside', (by, expected) => {
    const { left, top } = squareOf(wide, moveCrop(wide, centerCrop, by));
    expect({ left: Math.round(left), top: Math.round(top) }).toEqual(expected);
  });

  test('moves back inside when it grows', () => {
    const corner = fitCrop(wide, { x: 0, y: 1, zoom: 3 });
    expect(squareOf(wide, corner).left).toBe(0);
    expect(squareOf(wide, fitCrop(wide, { ...corner, zoom: 1 }))).toMatchObject({
      left: 0,
      top: 0,
    });
  });
});
