import { z } from 'zod';
import { currencies } from './money.ts';

/** The plain values that records are made of. Messages are error codes. */
/** What every database and every other system can hold: no NUL, no half of a character. */
const isText = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** Any text up to `max` characters, trimmed; may be empty. */
export const text = (max: number) =>
  z.string('field.required').trim().max(max, 'field.tooLong').refine(isText, 'field.invalid');

const control = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** A scheme, an IPv4 address, or a host name as mail programs make a link of it. */
const link = /:\/\/|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\p{L}\p{N}][.。．｡]\p{L}{2,}/u;

/** Text of one line: no line breaks, other control characters, or marks that turn the direction. */
export const line = (max: number) =>
  text(max).refine((value) => !control.test(value), 'field.invalid');

/**
 * What a person or an organization is called: mails to others show it, so it is one line and holds nothing
 * that becomes a link there. May be empty.
 */
export const name = (max: number) => line(max).refine((value) => !link.test(value), 'field.link');

/** A name that must not be empty. */
export const requiredName = (max: number) => name(max).min(1, 'field.required');

/** Text of up to `max` characters that is taken as it is: a code, a token, a password to compare. */
export const opaque = (max: number) =>
  z.string('field.required').max(max, 'field.tooLong').refine(isText, 'field.invalid');

/** Text that must not be empty. */
export const requiredText = (max: number) =>
  z
    .string('field.required')
    .trim()
    .min(1, 'field.required')
    .max(max, 'field.tooLong')
    .refine(isText, 'field.invalid');

/** An address, compared without regard to case. */
export const email = z
  .string('field.required')
  .trim()
  .toLowerCase()
  .min(1, 'field.required')
  .max(254, 'field.tooLong')
  .pipe(z.email('field.email'));

/** Passwords have 8 to 128 characters everywhere. */
export const newPassword = z
  .string('field.required')
  .min(8, 'field.tooShort')
  .max(128, 'field.tooLong')
  .refine(isText, 'field.invalid');

/** A password that is only compared. */
export const password = opaque(128).min(1, 'field.required');

/** UUIDv7 strings everywhere. Read in either case (RFC 9562 §4), so that equal ids are equal texts. */
export const id = z.uuid('field.invalid').toLowerCase();

/** `{ id }` in a path; a malformed one is answered 404. */
export const byId = z.object({ id });

/** Whole numbers that Postgres' `integer` holds. */
export const integer = z.int('field.integer').min(-2_147_483_648).max(2_147_483_647);

/** The shortest decimal of a number is the one that was sent: rounding would hide further places. */
const hasTwoDecimals = (value: number) => /^-?\d+(\.\d{1,2})?$/.test(String(value));

/** Money on the wire: a decimal with at most two places. */
export const money = z
  .number('field.required')
  .min(0, 'field.tooSmall')
  .max(10_000_000, 'field.tooLarge')
  .refine(hasTwoDecimals, 'field.twoDecimals');

/** A calendar date, `YYYY-MM-DD`; before the year 1 there was none. */
export const date = z.iso.date('field.date').refine((day) => day >= '0001', 'field.date');

/**
 * A picture: the address of a stored one, or a data URL (PNG, JPEG or ICO of at most 10 MB) on its
 * way in. What the data URL really contains is for the server to find out.
 */
export const picture = z
  .string('field.required')
  .regex(/^(data:|\/files\/[0-9a-f]{32}\.(png|webp)$)/, 'upload.type');

/** The same for a record that may have none: `null`, or an empty text as older clients send it. */
export const optionalPicture = z
  .string('field.required')
  .regex(/^($|data:|\/files\/[0-9a-f]{32}\.(png|webp)$)/, 'upload.type')
  .nullable()
  .default(null)
  .transform((given) => given || null);

/** A new picture as a data URL; `null` or an empty text takes the present one away. */
export const newPicture = z
  .string('upload.type')
  .nullable()
  .transform((given) => given || null);

/** An instant, ISO 8601 UTC. */
export const instant = z.iso.datetime();

export const currency = z.enum(currencies);

export const billingPeriod = z.literal([0, 1, 2, 3, 4]);
export const priceType = z.literal([0, 1]);

/** A role's number; `Role` names them. */
export const role = z.literal([0, 1, 2, 3]);
