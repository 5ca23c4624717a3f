import { scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import { z } from 'zod';
import { ScimFailure } from './errors.ts';
import { attributeName, memberReference, parseInput } from './input.ts';
import { groupSchema, userSchema, type ScimGroup, type ScimUser } from './resources.ts';

/** Maximum of operations of a request, and of their values. */
const maxOperations = 1_000;

const patchBody = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().trim().max(500).nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(maxOperations),
});

/** Attribute, filter of its values and sub-attribute: `phoneNumbers[type eq "work"].value`. */
const pathPattern = /^([a-z]+)(\[[^\]]*\])?(?:\.([a-z]+))?$/i;

type Operation = z.output<typeof patchBody>['Operations'][number];

/**
 * Returns the operations with a path each: Entra ID and Okta send several attributes as the value of one operation
 * without a path, and Entra ID names sub-attributes in its keys (`"name.givenName"`).
 */
const withPaths = (operation: Operation): Operation[] => {
  const { op, path, value } = operation;
  if (path) return [operation];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const scimType = op === 'remove' ? 'noTarget' : 'invalidValue';
    throw new ScimFailure(400, 'An operation without a path needs an object', { scimType });
  }
  return Object.entries(value).map(([key, inner]) => ({ op, path: key, value: inner }));
};

/** Returns the operation as the library expects it; null if its attribute is none of these. */
const normalize = (
  { op, path, value }: Operation,
  supported: readonly string[],
): ScimPatchOperation | null => {
  let [named = ''] = [path ?? undefined];
  for (const schema of [userSchema, groupSchema]) {
    if (named.toLowerCase().startsWith(`${schema.toLowerCase()}:`)) {
      named = named.slice(schema.length + 1);
    }
  }
  // An extension, such as that of enterprises: not supported, and not an error.
  if (named.startsWith('urn:')) return null;
  const [, attribute = '', filter = '', sub] = pathPattern.exec(named) ?? [];
  if (attribute === '') throw new ScimFailure(400, 'Invalid path', { scimType: 'invalidPath' });
  const name = attributeName(attribute);
  if (!supported.includes(name)) return null;
  const full = `${name}${filter}${sub ? `.${attributeName(sub)}` : ''}`;
  // Removing is also what clients mean by an attribute without a value.
  const isEmpty = value === null || value === '' || value === undefined;
  if (op === 'remove' || isEmpty) {
    return { op: 'remove', path: full, ...(!isEmpty && { value }) };
  }
  return { op, path: full, value };
};

/** Applies operations to a resource; the library implements RFC 7644 §3.5.2. */
const apply = <R extends ScimResource>(resource: R, operations: ScimPatchOperation[]): R => {
  try {
    return scimPatch(resource, operations, { mutateDocument: false, treatMissingAsAdd: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw new ScimFailure(400, message.slice(0, 200) || 'Invalid operation', {
      scimType: 'invalidPath',
    });
  }
};

const operationsOf = (body: unknown) =>
  parseInput(patchBody, body).Operations.flatMap((operation) => withPaths(operation));

const userAttributes = ['userName', 'externalId', 'active', 'name', 'phoneNumbers'];

/** Returns a user as it is after the operations of a PATCH; attributes that we don't keep are ignored. */
export const patchUser = (user: ScimUser, body: unknown): unknown => {
  const operations = operationsOf(body).flatMap(
    (operation) => normalize(operation, userAttributes) ?? [],
  );
  return apply(user as unknown as ScimResource, operations);
};

/** Members of an operation: `deepEqual` of the library must not depend on what else a client sends of them. */
const memberValues = (value: unknown) => {
  const list = Array.isArray(value) ? value : [value];
  return list.map((one) =>
    parseInput(memberReference, typeof one === 'string' ? { value: one } : one),
  );
};

/** Returns the ids of the members of a group after the operations of a PATCH. */
export const patchGroupMembers = ({ members, ...group }: ScimGroup, body: unknown): string[] => {
  const before = { ...group, members: members.map(({ value }) => ({ value })) };
  const operations = operationsOf(body).flatMap((operation) => {
    const normal = normalize(operation, ['members']);
    if (!normal) return [];
    return 'value' in normal ? [{ ...normal, value: memberValues(normal.value) }] : [normal];
  });
  const after = apply(before as unknown as ScimResource, operations) as { members?: unknown };
  return (Array.isArray(after.members) ? memberValues(after.members) : []).map(
    ({ value }) => value,
  );
};
