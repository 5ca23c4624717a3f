import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const characters = (count: number, from: string) =>
  Array.from({ length: count }, () => from[randomInt(from.length)]).join('');

/** Returns an id in Stripe's format: `cus_NffrFeUfNV2Hib8pQx0kLmTz`. */
export const newId = (prefix: string) => `${prefix}_${characters(24, alphabet)}`;

/** Returns a short id such as `Z4OV52SU`: for coupons without one and prefixes of invoice numbers. */
export const newShortId = () => characters(8, alphabet.slice(0, 36));
