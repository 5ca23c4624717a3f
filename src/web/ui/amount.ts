/** Characters that an amount can't have; typed or pasted ones are removed. */
const disallowedCharacters = /[^\d\s.,०-९-]/g;

/** Returns the digits and separators of a text, with Devanagari digits as Latin ones. */
export const sanitizeAmount = (text: string) =>
  text
    .replaceAll(disallowedCharacters, '')
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .trimStart();

const decimalOf = (locale: string | undefined) =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ??
  '.';

/** Three digits after it and a number before it: the separator may group thousands. */
const looksGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Returns the decimal separator of `digits`; null without one. */
const decimalIn = (digits: string, locale: string | undefined) => {
  const [last] = digits.match(/[.,](?=\d*$)/) ?? [];
  if (!last) return null;
  // Of two kinds the last one is decimal; a single kind that repeats only groups.
  if (digits.includes(last === '.' ? ',' : '.')) return last;
  if (digits.indexOf(last) !== digits.lastIndexOf(last)) return null;
  return last !== decimalOf(locale) && looksGrouped.test(digits) ? null : last;
};

/**
 * Parses an amount with either decimal separator, with or without groups, so that `2.55` is never
 * 255. `locale` decides ambiguous ones. Null if it is not a number.
 */
export const parseAmount = (text: string, locale?: string): number | null => {
  const typed = sanitizeAmount(text).replaceAll(/\s/g, '');
  const digits = typed.replace(/^-/, '');
  if (!/^[\d.,]*\d[\d.,]*$/.test(digits)) return null;
  const decimal = decimalIn(digits, locale);
  const at = decimal ? digits.lastIndexOf(decimal) : digits.length;
  const whole = digits.slice(0, at);
  // A decimal separator that also appears before the decimals is a typing mistake.
  if (decimal && whole.includes(decimal)) return null;
  const value = Number(`${whole.replaceAll(/[.,]/g, '') || '0'}.${digits.slice(at + 1) || '0'}`);
  return typed.startsWith('-') ? -value : value;
};

/** Formats an amount in `locale` with these decimals, or more if it has them. */
export const formatAmount = (value: number, locale?: string, decimals = 2) =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: 8,
  }).format(value);
