/** What may stand in an amount; anything else that is typed or pasted is left out. */
const foreign = /[^\d\s.,०-९-]/g;

/** The digits and separators of a text, Devanagari digits as Latin ones. */
export const amountText = (text: string) =>
  text
    .replaceAll(foreign, '')
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .trimStart();

const decimalOf = (locale: string | undefined) =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ??
  '.';

/** Three digits after it, and a number before it: the separator may well group thousands. */
const looksGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** The separator that begins the decimals of `digits`; null when it has none. */
const decimalIn = (digits: string, locale: string | undefined) => {
  const [last] = digits.match(/[.,](?=\d*$)/) ?? [];
  if (!last) return null;
  // Of two kinds the last one counts; one kind that comes again only groups.
  if (digits.includes(last === '.' ? ',' : '.')) return last;
  if (digits.indexOf(last) !== digits.lastIndexOf(last)) return null;
  return last !== decimalOf(locale) && looksGrouped.test(digits) ? null : last;
};

/**
 * Reads an amount as people type it: with the decimal separator of `locale` or with the other one, with
 * groups or without, so `2.55` is never 255. Null when it is no number.
 */
export const parseAmount = (text: string, locale?: string): number | null => {
  const typed = amountText(text).replaceAll(/\s/g, '');
  const digits = typed.replace(/^-/, '');
  if (!/^[\d.,]*\d[\d.,]*$/.test(digits)) return null;
  const decimal = decimalIn(digits, locale);
  const at = decimal ? digits.lastIndexOf(decimal) : digits.length;
  const whole = digits.slice(0, at);
  // A separator that comes before the decimals and again is a slip.
  if (decimal && whole.includes(decimal)) return null;
  const value = Number(`${whole.replaceAll(/[.,]/g, '') || '0'}.${digits.slice(at + 1) || '0'}`);
  return typed.startsWith('-') ? -value : value;
};

/** An amount as `locale` writes it, with two decimals; more only when it has them. */
export const formatAmount = (value: number, locale?: string) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 8 }).format(
    value,
  );
