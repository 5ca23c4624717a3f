import { z } from 'zod';
import { boundedText, email, name, singleLine } from '#contract/shapes.ts';
import { attributeName } from './attributes.ts';
import { ScimFailure } from './errors.ts';
import type { PhoneNumber } from './phone-numbers.ts';

/** Entra ID sends booleans as text. */
const flag = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((word) => word === 'true'),
]);

export const maxPhoneNumbers = 20;

const phoneNumber = z
  .object({
    value: singleLine(50).nullish(),
    type: singleLine(50).nullish(),
    primary: flag.nullish(),
  })
  .transform(({ value, type, primary }): PhoneNumber[] =>
    value
      ? [{ value, ...(type && { type }), ...(typeof primary === 'boolean' && { primary }) }]
      : [],
  );

/**
 * Attributes of a user that are provisioned; all others are ignored (RFC 7644 §3.3). None has a default here: creation
 * has its own, which must not apply to changes (R-SCM-09).
 */
const userInput = z.object({
  userName: email,
  emails: z.array(z.object({ value: email.or(z.literal('')).nullish() })).nullish(),
  externalId: boundedText(500).nullish(),
  active: flag.nullish(),
  name: z.object({ givenName: name(100).nullish(), familyName: name(100).nullish() }).nullish(),
  displayName: boundedText(500).nullish(),
  phoneNumbers: z
    .array(phoneNumber)
    .max(maxPhoneNumbers)
    .nullish()
    .transform((numbers) => numbers?.flat() ?? [])
    .refine((numbers) => numbers.filter(({ primary }) => primary).length <= 1),
  preferredLanguage: singleLine(100).nullish(),
  locale: singleLine(100).nullish(),
});
export type ScimUserInput = z.output<typeof userInput>;

/** Maximum of members that a request may name. */
const maxMembers = 10_000;

export const memberReference = z.object({ value: z.string().max(100) });
const groupInput = z.object({
  displayName: z.string().max(200).nullish(),
  externalId: z.literal('').nullish(),
  members: z.array(memberReference).max(maxMembers).optional(),
});

/** Writes the names of attributes as the schemas do, at every depth. */
function withAttributeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAttributeNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [attributeName(name), withAttributeNames(inner)]),
  );
}

/** Reasons for attributes whose rule is not obvious. */
const reasons: Record<string, string> = {
  userName: 'userName must be an email address',
  active: 'active must be true or false',
  externalId: 'externalId is a text, and that of a group is not kept: don’t map it',
};

/** Parses input, and names the first attribute that is refused. */
export function parseInput<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const { data, error } = schema.safeParse(withAttributeNames(body));
  if (error) {
    const path = error.issues[0]?.path.join('.') ?? '';
    throw new ScimFailure(
      400,
      path ? (reasons[path] ?? `Invalid ${path}`) : 'A JSON object is expected',
      { scimType: path ? 'invalidValue' : 'invalidSyntax' },
    );
  }
  return data;
}

export const parseUser = (body: unknown) => parseInput(userInput, body);
export const parseGroup = (body: unknown) => parseInput(groupInput, body);
