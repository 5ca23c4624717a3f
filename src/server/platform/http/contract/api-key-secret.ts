import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Beginning of every key, by which scanners find keys in public code (R-KEY-01). */
const prefix = 'prg_';
const randomLength = 24;
/** Characters of 24 random bytes and the 16 of the organization's id. */
const bodyLength = 54;
const checksumLength = 6;
/** Number of characters that are shown: not enough to guess the others. */
const shownLength = prefix.length + 8;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(digits.length);

function toBase62(value: bigint, length: number) {
  let text = '';
  for (let left = value; text.length < length; left /= base)
    text = digits[Number(left % base)] + text;
  return text;
}

const fromBase62 = (text: string) =>
  [...text].reduce((value, digit) => value * base + BigInt(digits.indexOf(digit)), 0n);

const checksumOf = (body: string) => toBase62(BigInt(crc32(body)), checksumLength);

/**
 * Returns a new secret of an organization: it begins with random bytes, names the organization, so that one node of the
 * database knows it, and ends with a checksum (R-KEY-01).
 */
export function createSecret(tenant: string) {
  const id = Buffer.from(tenant.replaceAll('-', ''), 'hex');
  const bytes = Buffer.concat([randomBytes(randomLength), id]);
  const body = toBase62(BigInt(`0x${bytes.toString('hex')}`), bodyLength);
  return `${prefix}${body}${checksumOf(body)}`;
}

/** Returns the part of a secret that is shown. */
export const prefixOf = (secret: string) => `${secret.slice(0, shownLength)}…`;

/** Returns true for a bearer token that is meant to be a key, valid or not. */
export const isApiKey = (token: string | null) => token?.startsWith(prefix) ?? false;

/** Returns the id of the organization that a secret names; null if it is not whole. */
export function tenantOfSecret(secret: string): string | null {
  const body = secret.slice(prefix.length, prefix.length + bodyLength);
  const isWhole =
    /^prg_[\dA-Za-z]{60}$/.test(secret) &&
    secret.endsWith(checksumOf(body)) &&
    body.length === bodyLength;
  if (!isWhole) return null;
  const hex = fromBase62(body)
    .toString(16)
    .padStart((randomLength + 16) * 2, '0');
  return hex.slice(-32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
