import { z } from 'zod';
import { email } from '#contract/shapes.ts';
import { ScimFailure } from './errors.ts';

const text = (length: number) => z.string().trim().max(length).nullish();

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
  externalId: text(500),
  active: flag.default(true),
  name: z.object({ givenName: text(100), familyName: text(100) }).nullish(),
  phoneNumbers: z
    .array(z.object({ value: text(50), type: z.string().nullish(), primary: flag.nullish() }))
    .max(maxPhoneNumbers)
    .nullish(),
  preferredLanguage: text(100),
  locale: text(100),
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
