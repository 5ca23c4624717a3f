import { localeMark, readNumber, shownMark, toLatinDigits } from '#contract/lists/numerals.ts';

/** Characters that an amount can't have; typed or pasted ones are removed. */
const disallowedCharacters = /[^\d\s.,०-९-]/g;

/** Returns the digits and separators of a text, with Devanagari digits as Latin ones. */
export const sanitizeAmount = (text: string) =>
  toLatinDigits(text.replaceAll(disallowedCharacters, '')).trimStart();

/**
 * Parses an amount with either decimal separator, with or without groups, so that `2.55` is never
 * 255. `locale` decides ambiguous ones. Null if it is not a number.
 */
export function parseAmount(text: string, locale?: string): number | null {
  const number = sanitizeAmount(text).replaceAll(/\s/g, '');
  return readNumber(number, shownMark(number) ?? localeMark(locale))?.value ?? null;
}

/** Formats an amount in `locale` with these decimals, or more if it has them. */
export const formatAmount = (value: number, locale?: string, decimals = 2) =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: 8,
  }).format(value);
