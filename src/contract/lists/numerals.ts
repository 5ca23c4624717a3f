/** Character before the decimals of a written number. */
export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

const separatorOf: Record<DecimalMark, string> = { point: '.', comma: ',' };
const markOf = (separator: string | undefined): DecimalMark =>
  separator === ',' ? 'comma' : 'point';
export const otherMark = (mark: DecimalMark): DecimalMark => (mark === 'point' ? 'comma' : 'point');

/** Returns the decimal mark of a language. */
export const localeMark = (locale: string | undefined): DecimalMark =>
  markOf(
    new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value,
  );

/** Returns a text with Devanagari digits as Latin ones. */
export const toLatinDigits = (text: string) =>
  text.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));

const singleGroup = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Returns the mark that groups thousands in `1.000`: three digits after the only separator may be a group or decimals.
 * Null for any other text.
 */
export const possibleGroup = (number: string): DecimalMark | null =>
  singleGroup.test(number) ? markOf(/[.,]/.exec(number)?.[0]) : null;

/**
 * Returns the decimal mark that a written number shows by itself: of two kinds of separators the last one, of one that
 * repeats the other one. Null if it has no separator, or one that may group thousands.
 */
export function shownMark(number: string): DecimalMark | null {
  const separators = number.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined || possibleGroup(number)) return null;
  const isGroup = separators.length > 1 && separators.every((one) => one === last);
  return isGroup ? otherMark(markOf(last)) : markOf(last);
}

/** Digits with separators of thousands, also in groups of two as in India, and decimals. */
function numberPattern(mark: DecimalMark) {
  const group = String.raw`[${separatorOf[otherMark(mark)]}\s'’]`;
  return new RegExp(
    String.raw`^([+-]?)(?=.*\d)(\d*|[1-9]\d{0,2}(?:${group}\d{2,3})*${group}\d{3})(?:[${separatorOf[mark]}](\d*))?$`,
  );
}
const numberPatterns: Record<DecimalMark, RegExp> = {
  point: numberPattern('point'),
  comma: numberPattern('comma'),
};

/** Reads a number with this decimal mark, and counts the decimals that are written; null if it is none. */
export function readNumber(number: string, mark: DecimalMark) {
  const [match, sign, whole = '', decimals = ''] = numberPatterns[mark].exec(number) ?? [];
  if (match === undefined) return null;
  const value = Number(`${whole.replaceAll(/\D/g, '') || '0'}.${decimals || '0'}`);
  return { value: sign === '-' ? -value : value, decimals: decimals.length };
}
