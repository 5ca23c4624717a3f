import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const characters = (count: number, from: string) =>
  Array.from({ length: count }, () => from[randomInt(from.length)]).join('');

/** An id as Stripe's look: `cus_NffrFeUfNV2Hib8pQx0kLmTz`. */
export const newId = (prefix: string) => `${prefix}_${characters(24, alphabet)}`;

/** What a customer's invoice numbers begin with. */
export const newInvoicePrefix = () => characters(8, alphabet.slice(0, 36));

/** What a coupon or a code is called that got no name: `Z4OV52SU`. */
export const newCouponId = newInvoicePrefix;
