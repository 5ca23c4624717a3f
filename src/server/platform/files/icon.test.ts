import { describe, expect, test } from 'vitest';
import { readIcon } from './icon.ts';
import { buildBitmap, drawPicture, buildIcon, buildPlainBitmap } from './test/pictures.ts';

const [red, green, blue] = [0xff0000, 0x00ff00, 0x0000ff];
const pixels = (colors: string[]) => Buffer.from(colors.join(''), 'hex');
const of = (picture: Parameters<typeof buildBitmap>[0]) =>
  readIcon(buildIcon([{ data: buildBitmap(picture) }]));
const noMask = [0, 0, 0, 0];

describe('A bitmap in an icon', () => {
  test('of two colors is read from the bottom up and masked', () => {
    const rows = [[0b01000000, 0, 0, 0], [0b10000000, 0, 0, 0], [0b01000000, 0, 0, 0], noMask];
    expect(of({ width: 2, height: 2, bits: 1, palette: [red, blue], rows })).toEqual({
      width: 2,
      height: 2,
      rgba: pixels(['0000ffff', 'ff0000ff', 'ff0000ff', '0000ff00']),
    });
  });

  test('of 16 colors has two pixels per byte', () => {
    const palette = Array.from({ length: 16 }, () => 0)
      .with(3, green)
      .with(10, red);
    const rows = [[0x3a, 0xa0, 0, 0], noMask];
    expect(of({ width: 3, height: 1, bits: 4, palette, rows })).toMatchObject({
      rgba: pixels(['00ff00ff', 'ff0000ff', 'ff0000ff']),
    });
  });

  test('of 256 colors has one pixel per byte', () => {
    const rows = [[1, 0, 1, 0], noMask];
    expect(of({ width: 3, height: 1, bits: 8, palette: [blue, green], rows })).toMatchObject({
      rgba: pixels(['00ff00ff', '0000ffff', '00ff00ff']),
    });
  });

  test('of 24 bits holds its colors itself', () => {
    const rows = [[0x33, 0x22, 0x11, 0], noMask];
    expect(of({ width: 1, height: 1, bits: 24, rows })).toMatchObject({
      rgba: pixels(['112233ff']),
    });
  });

  test('of 32 bits has its own alpha, or the mask where all alpha is zero', () => {
    const seen = { width: 1, height: 1, bits: 32, rows: [[0x33, 0x22, 0x11, 0x80], noMask] };
    expect(of(seen)).toMatchObject({ rgba: pixels(['11223380']) });
    const empty = { width: 1, height: 1, bits: 32, rows: [[0x33, 0x22, 0x11, 0], noMask] };
    expect(of(empty)).toMatchObject({ rgba: pixels(['112233ff']) });
  });
});

describe('An icon with several pictures', () => {
  test('the largest is taken, a PNG unchanged', async () => {
    const png = await drawPicture('png', { width: 256, height: 256 });
    const small = { side: 16, data: buildPlainBitmap(16) };
    expect(readIcon(buildIcon([small, { side: 256, data: png }, small]))).toEqual(png);
  });

  test('the one with most colors is taken when sizes are equal', () => {
    const poor = buildBitmap({
      width: 1,
      height: 1,
      bits: 1,
      palette: [0, 0],
      rows: [noMask, noMask],
    });
    const rich = buildBitmap({ width: 1, height: 1, bits: 24, rows: [[3, 2, 1, 0], noMask] });
    expect(
      readIcon(
        buildIcon([
          { side: 1, bits: 1, data: poor },
          { side: 1, bits: 24, data: rich },
        ]),
      ),
    ).toMatchObject({ rgba: pixels(['010203ff']) });
  });
});
