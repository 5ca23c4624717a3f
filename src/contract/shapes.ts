import { z } from 'zod';
import { currencies } from './money.ts';

/** Schemas of the plain values in records. Their messages are error codes. */
/** Returns false for text that PostgreSQL and other systems can't store: with NUL or lone surrogates. */
const isText = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** Accepts text up to `max` characters, trimmed; may be empty. */
export const boundedText = (max: number) =>
  z.string('field.required').trim().max(max, 'field.tooLong').refine(isText, 'field.invalid');

const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/u;
/** A scheme, an IPv4 address or a host name, which mail programs turn into a link. */
const linkPattern = /:\/\/|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\p{L}\p{N}][.。．｡]\p{L}{2,}/u;

/** Accepts one line: no line breaks, control characters or bidirectional marks. */
export const singleLine = (max: number) =>
  boundedText(max).refine((value) => !controlCharacters.test(value), 'field.invalid');

/**
 * Accepts the name of a person or organization: one line that mail programs can't turn into a link,
 * because emails to strangers show it (R-ACC-27). May be empty.
 */
export const name = (max: number) =>
  singleLine(max).refine((value) => !linkPattern.test(value), 'field.link');

/**
 * Returns a name as `name` accepts it, for providers that can't be told what is wrong with one: spaces instead of line
 * breaks and marks, dots and addresses apart, at most `max` characters. May be empty.
 */
export const cleanName = (text: string, max: number) => {
  const apart = withoutSurrogates(text)
    .replaceAll(new RegExp(controlCharacters, 'gu'), ' ')
    .replaceAll('://', ' ')
    .replaceAll(/([.。．｡])(?=[\p{L}\p{N}])/gu, '$1 ')
    .trim();
  // The end may be half of a character.
  return withoutSurrogates(apart.slice(0, max)).trim();
};

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
  z
    .string('field.required')
    .trim()
    .min(1, 'field.required')
    .max(max, 'field.tooLong')
    .refine(isText, 'field.invalid');

/** Email address, compared case-insensitively. */
export const email = z
  .string('field.required')
  .trim()
  .toLowerCase()
  .min(1, 'field.required')
  .max(254, 'field.tooLong')
  .pipe(z.email('field.email'));

/** The same, or nothing; a default of `''` would be no address by its own schema. */
export const emailOrNone = email.optional().transform((value) => value ?? '');

/** Password of 8 to 128 characters (R-ACC-16). */
export const newPassword = z
  .string('field.required')
  .min(8, 'field.tooShort')
  .max(128, 'field.tooLong')
  .refine(isText, 'field.invalid');

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

export const billingPeriod = z.literal([0, 1, 2, 3, 4]);
export const priceType = z.literal([0, 1]);

/** Number of a role; `Role` names them. */
export const role = z.literal([0, 1, 2, 3]);
