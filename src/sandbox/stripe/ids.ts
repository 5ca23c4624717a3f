import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const characters = (count: number, from: string) =>
  Array.from({ length: count }, () => from[randomInt(from.length)]).join('');

/** An id as Stripe's look: `cus_NffrFeUfNV2Hib8pQx0kLmTz`. */
export const newId = (prefix: string) => `${prefix}_${characters(24, alphabet)}`;

/** A short name: `Z4OV52SU`, as of a coupon without one, or what a customer's invoices begin with. */
export const newShortId = () => characters(8, alphabet.slice(0, 36));
