import { z } from 'zod';
import { transactionCurrencies } from './entities/currency.ts';
import { currencies } from './money.ts';

/** Schemas of the plain values in records. Their messages are error codes. */

/** Returns false for text that PostgreSQL and other systems can't store: with NUL or lone surrogates. */
const isText = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** Text in one form of Unicode (NFC): keyboards and systems write `é` as one character or as two. */
const text = z.string('field.required').normalize('NFC');

/** Accepts text up to `max` characters, trimmed; may be empty. */
export const boundedText = (max: number) =>
  text.trim().max(max, 'field.tooLong').refine(isText, 'field.invalid');

const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/u;
/** An address with scheme, port, path or mailbox, an IPv4 address, or `www.`: no name of a person or company. */
const linkPattern =
  /:\/\/|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[wW]{3}[.。．｡][\p{L}\p{N}]|[\p{L}\p{N}][.。．｡]\p{L}{2,}[/:?#]|@[\p{L}\p{N}.-]*[.。．｡]\p{L}{2,}/u;

/** Characters of which none is seen, such as spaces, joiners and the blank of braille. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{M}\u2800]+/gu;
const showsNothing = (value: string) => value !== '' && value.replaceAll(unseen, '') === '';

/** Accepts one line: no line breaks, control characters or bidirectional marks. */
export const singleLine = (max: number) =>
  boundedText(max).refine((value) => !controlCharacters.test(value), 'field.invalid');

const collapseBlanks = (line: string) => line.replaceAll(/[\p{Zs}\t]+/gu, ' ').trim();

/**
 * Accepts the name of a person or organization: one line that shows something and is no link, because emails to strangers
 * show it (R-ACC-27). Collapses blanks; may be empty.
 */
export const name = (max: number) =>
  text
    .overwrite(collapseBlanks)
    .max(max, 'field.tooLong')
    .refine(isText, 'field.invalid')
    .refine((value) => !controlCharacters.test(value), 'field.invalid')
    .refine((value) => !showsNothing(value), 'field.invalid')
    .refine((value) => !linkPattern.test(value), 'field.link');

/** Returns a name as people see it: equal for names that differ in case, width, ligatures or unseen characters. */
export const nameKey = (value: string) =>
  value
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]+/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

/**
 * Returns a name as `name` accepts it, for providers that can't be told what is wrong with one: spaces instead of line
 * breaks and marks, the parts of addresses apart, at most `max` characters. May be empty.
 */
export function cleanName(given: string, max: number) {
  const line = withoutSurrogates(given)
    .normalize('NFC')
    .replaceAll(new RegExp(controlCharacters, 'gu'), ' ');
  // What is cut off may have kept an address from being one.
  const short = cutTo(takeApart(cutTo(takeApart(line), max)), max);
  return showsNothing(short) ? '' : short;
}

const takeApart = (line: string) =>
  linkPattern.test(line)
    ? line.replaceAll('://', ' ').replaceAll(/([.。．｡])(?=[\p{L}\p{N}])/gu, '$1 ')
    : line;

/** The end may be half of a character. */
const cutTo = (line: string, max: number) =>
  withoutSurrogates(collapseBlanks(line).slice(0, max)).trim();

const withoutSurrogates = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '');

/** Accepts the name that an identity provider sends, cleaned; empty without one. */
export const providedName = (max: number) =>
  z
    .string()
    .transform((text) => cleanName(text, max))
    .catch('');

/** Accepts a name that is not empty. */
export const requiredName = (max: number) => name(max).min(1, 'field.required');

/** Accepts up to `max` characters unchanged: a code, a token, a password to compare. */
export const opaqueText = (max: number) =>
  z.string('field.required').max(max, 'field.tooLong').refine(isText, 'field.invalid');

/** Mailed tokens are opaque: 256 random bits, base64url. */
export const mailedToken = opaqueText(200).min(1, 'field.required');

/** Accepts text that is not empty. */
export const requiredText = (max: number) =>
  boundedText(max)
    .min(1, 'field.required')
    .refine((value) => !showsNothing(value), 'field.required');

/** Returns the form in which email addresses are compared: in lower case, the domain as name servers know it (`xn--`). */
export function addressKey(given: string) {
  const address = given.trim().toLowerCase();
  const [, mailbox = '', domain = ''] = /^([^@]*@)([^@/:?#\\\s]+)$/.exec(address) ?? [];
  if (/^\p{ASCII}*$/u.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return mailbox + new URL(`http://${domain}`).hostname;
}

/** Email address, compared case-insensitively. An international domain and its encoded form are one. */
export const email = z
  .string('field.required')
  .overwrite(addressKey)
  .min(1, 'field.required')
  .max(254, 'field.tooLong')
  .pipe(z.email('field.email'));

/** The same, or nothing; a default of `''` would be no address by its own schema. */
export const emailOrNone = email.optional().transform((value) => value ?? '');

/** Password of 8 to 128 characters (R-ACC-16). */
export const newPassword = text
  .min(8, 'field.tooShort')
  .max(128, 'field.tooLong')
  .refine(isText, 'field.invalid');

/** The new password again, in the same form. */
export const passwordConfirmation = text.max(128, 'field.tooLong').refine(isText, 'field.invalid');

/** Password that is only compared. */
export const password = opaqueText(128).min(1, 'field.required');

/** UUIDv7. Lowercased (RFC 9562 §4), so that equal ids are equal strings. */
export const id = z.uuid('field.invalid').toLowerCase();

/** Id of a price that the caller chooses: without a valid one, the call is refused as without a choice. */
export const priceId = z.uuid('billing.invalidSubscription').toLowerCase();

/** `{ id }` in a path; a malformed one is answered with 404 (R-API-06). */
export const idParams = z.object({ id });

/** Integers that fit PostgreSQL's `integer`. */
export const int32 = z.int('field.integer').min(-2_147_483_648).max(2_147_483_647);

/** Counts the changes of a record. */
export const version = int32.min(1);

/**
 * Tests the shortest decimal notation, which is the one that was sent: rounding would hide further
 * places.
 */
export const hasTwoDecimals = (value: number) => /^-?\d+(\.\d{1,2})?$/.test(String(value));

/** Money in JSON: a decimal with at most two places (R-GEN-05). */
export const money = z
  .number('field.required')
  .min(0, 'field.tooSmall')
  .max(10_000_000, 'field.tooLarge')
  .refine(hasTwoDecimals, 'field.twoDecimals');

/** Percentage above 0 and up to 100, with at most two decimals. */
export const percentage = z
  .number('field.required')
  .gt(0, 'field.tooSmall')
  .max(100, 'field.tooLarge')
  .refine(hasTwoDecimals, 'field.twoDecimals');

/** A time zone that this runtime knows, by its IANA name. */
export const timeZone = z
  .string()
  .max(64, 'field.tooLong')
  .refine((name) => /^[A-Z]/.test(name) && isTimeZone(name), 'field.invalid');

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Calendar date, `YYYY-MM-DD`, from the year 1. */
export const date = z.iso.date('field.date').refine((day) => day >= '0001', 'field.date');

/**
 * A picture: the address of a stored one, or a data URL (PNG, JPEG or ICO, at most 10 MB). The
 * server decodes the content of the data URL to check it (R-SEC-14).
 */
export const picture = z
  .string('field.required')
  .regex(/^(data:|\/files\/[0-9a-f]{32}\.(png|webp)$)/, 'upload.type');

/** An optional picture: `null`, or an empty text as older clients send it. */
export const optionalPicture = z
  .string('field.required')
  .regex(/^($|data:|\/files\/[0-9a-f]{32}\.(png|webp)$)/, 'upload.type')
  .nullable()
  .default(null)
  .transform((given) => given || null);

/** A new picture as a data URL; `null` or an empty text removes the current one. */
export const newPicture = z
  .string('upload.type')
  .nullable()
  .transform((given) => given || null);

/** Instant in ISO 8601, UTC (R-GEN-06). */
export const timestamp = z.iso.datetime();

export const currency = z.enum(currencies);

/** Currency that an organization's transactions can have. */
export const transactionCurrency = z.enum(transactionCurrencies);

export const billingPeriod = z.literal([0, 1, 2, 3, 4]);
export const priceType = z.literal([0, 1]);

/** Number of a role; `Role` names them. */
export const role = z.literal([0, 1, 2, 3]);
