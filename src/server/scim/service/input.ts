import { z } from 'zod';
import { boundedText, email, name, singleLine } from '#contract/shapes.ts';
import { ScimFailure } from './errors.ts';

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

/** Attributes of a user that are provisioned; all others are ignored (RFC 7644 §3.3). */
const userInput = z.object({
  userName: email,
  externalId: boundedText(500).nullish(),
  active: flag.default(true),
  name: z.object({ givenName: name(100).nullish(), familyName: name(100).nullish() }).nullish(),
  phoneNumbers: z
    .array(
      z.object({
        value: singleLine(50).nullish(),
        type: z.string().nullish(),
        primary: flag.nullish(),
      }),
    )
    .max(maxPhoneNumbers)
    .nullish(),
  preferredLanguage: singleLine(100).nullish(),
  locale: singleLine(100).nullish(),
});
export type ScimUserInput = z.output<typeof userInput>;

/** Maximum of members that a request may name. */
const maxMembers = 10_000;

export const memberReference = z.object({ value: z.string().max(100) });
const groupInput = z.object({
  displayName: z.string().max(200).nullish(),
  members: z.array(memberReference).max(maxMembers).nullish(),
});

/** Names of attributes by their lower case: clients may write them in any (RFC 7643 §2.1). */
const names = new Map(
  [
    ...Object.keys(userInput.shape),
    ...Object.keys(groupInput.shape),
    'schemas',
    'Operations',
    'op',
    'path',
    'value',
    'type',
    'primary',
    'givenName',
    'familyName',
    'filter',
    'startIndex',
    'count',
    'attributes',
    'excludedAttributes',
  ].map((name) => [name.toLowerCase(), name]),
);

/** Returns the name of an attribute as the schemas write it. */
export const attributeName = (name: string) => names.get(name.toLowerCase()) ?? name;

/** Writes the names of attributes as the schemas do, at every depth. */
const withAttributeNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withAttributeNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [attributeName(name), withAttributeNames(inner)]),
  );
};

/** Parses input, and names the first attribute that is refused. */
export const parseInput = <T extends z.ZodType>(schema: T, body: unknown): z.output<T> => {
  const { data, error } = schema.safeParse(withAttributeNames(body));
  if (error) {
    const path = error.issues[0]?.path.join('.') ?? '';
    const what = path === 'userName' ? 'userName must be an email address' : `Invalid ${path}`;
    throw new ScimFailure(400, path ? what : 'A JSON object is expected', {
      scimType: path ? 'invalidValue' : 'invalidSyntax',
    });
  }
  return data;
};

export const parseUser = (body: unknown) => parseInput(userInput, body);
export const parseGroup = (body: unknown) => parseInput(groupInput, body);
