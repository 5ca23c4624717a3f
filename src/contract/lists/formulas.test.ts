import { array, assert as assertProperty, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { markFormulas, unmarkFormulas } from './formulas.ts';

const parts = ['=', '+', '-', '@', '＝', "'", '"', ';', '\t', '\r', '\n', ',', ' ', 'a', '1'];
const hostile = array(constantFrom(...parts)).map((list) => list.join(''));

test('a marked text becomes what it was (R-IMP-05)', () => {
  const check = (text: string) => {
    expect(unmarkFormulas(markFormulas(text))).toBe(text);
  };
  assertProperty(property(hostile, check));
  assertProperty(property(string(), check));
});

test.each([';', '\t', '\n', '\r'])(
  'no part of a marked text between %j begins with a formula (R-LST-04)',
  (separator) => {
    assertProperty(
      property(hostile, (text) => {
        const cells = markFormulas(text).split(separator);
        expect(cells.filter((cell) => /^"*[=+\-@＝]/.test(cell))).toEqual([]);
      }),
    );
  },
);

test.each(['Rent', 'It’s; fine', 'a - b', '1+1', 'a;b', 'x; -y'])('%j stays as it is', (text) => {
  expect(markFormulas(text)).toBe(text);
});
