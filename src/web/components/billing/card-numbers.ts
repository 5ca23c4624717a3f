/** Card number formats: prefixes, lengths and groups by brand. */
const brands = [
  { brand: 'amex', begins: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { brand: 'diners', begins: /^3(0[0-5]|[68])/, lengths: [14], groups: [4, 6, 4], cvc: 3 },
  { brand: 'jcb', begins: /^35(2[89]|[3-8])/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  {
    brand: 'mastercard',
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: [4, 4, 4, 4],
    cvc: 3,
  },
  { brand: 'discover', begins: /^6(011|5|4[4-9])/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { brand: 'unionpay', begins: /^62/, lengths: [16, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
  { brand: 'visa', begins: /^4/, lengths: [13, 16, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
] as const;

const unknownFormat = {
  brand: 'unknown',
  begins: /^/,
  lengths: [13, 14, 15, 16, 17, 18, 19],
  groups: [4, 4, 4, 4, 3],
  cvc: 3,
} as const;

export type CardFormat = (typeof brands)[number] | typeof unknownFormat;
export type CardBrand = CardFormat['brand'];

export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Returns the format of a partial number; its first digits determine the brand. */
export const cardFormat = (number: string): CardFormat =>
  brands.find(({ begins }) => begins.test(digitsOf(number))) ?? unknownFormat;

/** Names of brands by the provider's keys; Stripe writes some with spaces. */
const brandNames: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  diners: 'Diners',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: '',
};

/** Returns the display name of a brand; an unknown one is returned as it is. */
export const cardBrandName = (brand: string) =>
  brand in brandNames ? brandNames[brand as CardBrand] : brand;

/** Groups digits as printed on the card, up to the brand's maximum. */
export function groupCardNumber(text: string) {
  const { groups, lengths } = cardFormat(text);
  const digits = digitsOf(text).slice(0, Math.max(...lengths));
  const parts: string[] = [];
  let from = 0;
  for (const size of groups) {
    if (from < digits.length) parts.push(digits.slice(from, from + size));
    from += size;
  }
  return parts.join(' ');
}

/** Checks the Luhn sum, which detects mistyped digits. */
function passesLuhn(digits: string) {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Returns true if the number is complete and passes the Luhn check. */
export function isCardNumber(text: string) {
  const digits = digitsOf(text);
  const lengths: readonly number[] = cardFormat(digits).lengths;
  return lengths.includes(digits.length) && passesLuhn(digits);
}

/** Formats `0127`, `1/27` or `01/2027` as `01 / 27`; the slash is inserted while typing. */
export function formatExpiryInput(text: string) {
  const [month = '', ...rest] = text.split('/');
  const isSplit = rest.length > 0;
  const digits = digitsOf(isSplit ? `${padded(month)}${rest.join('')}` : text);
  // No month starts with 2 to 9: the digit is the whole month, and the year follows.
  const typed = !isSplit && /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const years = typed.slice(2).replace(/^20(?=\d\d)/, '');
  return typed.length < 3 ? typed : `${typed.slice(0, 2)} / ${years.slice(0, 2)}`;
}

const padded = (month: string) => digitsOf(month).padStart(2, '0');

/** Parses month and four-digit year of an expiry; null if it is malformed. */
export function parseExpiry(text: string) {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d\d)$/.exec(text) ?? [];
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : null;
}

/** Returns true if the card is valid: until the end of its month, and at most fifty years ahead. */
export function isExpiry(text: string, now: Date) {
  const expiry = parseExpiry(text);
  if (!expiry) return false;
  const months = (expiry.year - now.getFullYear()) * 12 + expiry.month - 1 - now.getMonth();
  return months >= 0 && months <= 600;
}

export const isCvc = (text: string, number: string) =>
  digitsOf(text).length === cardFormat(number).cvc;

/** Formats month and year as printed on a card. */
export const formatExpiry = ({ expiryMonth, expiryYear }: Expiry) =>
  [expiryMonth, expiryYear % 100].map((part) => String(part).padStart(2, '0')).join(' / ');

type Expiry = { expiryMonth: number; expiryYear: number };
