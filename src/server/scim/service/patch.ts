import { scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import type { Filter } from 'scim2-parse-filter';
import { z } from 'zod';
import { ScimFailure } from './errors.ts';
import { parseFilter } from './filters.ts';
import { attributeName, maxPhoneNumbers, memberReference, parseInput } from './input.ts';
import { groupSchema, userSchema, type ScimGroup, type ScimUser } from './resources.ts';

/** Maximum of operations of a request. */
const maxOperations = 1_000;

/** Maximum of operations on a user, whose values the library compares with each other. */
const maxUserOperations = 100;

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
  const isLong = operations.some(
    (operation) =>
      'value' in operation &&
      Array.isArray(operation.value) &&
      operation.value.length > maxPhoneNumbers,
  );
  if (isLong || operations.length > maxUserOperations) {
    throw new ScimFailure(400, 'Too many operations or values', { scimType: 'invalidValue' });
  }
  return apply(user as unknown as ScimResource, operations);
};

/** Returns the ids that the value of an operation on members names, as texts or as references. */
const memberIds = (value: unknown) => {
  const list = Array.isArray(value) ? value : [value];
  return list.map(
    (one) => parseInput(memberReference, typeof one === 'string' ? { value: one } : one).value,
  );
};

/** Returns the ids that a filter of members names: one, or several joined by `or`. */
const filteredIds = (filter: Filter): string[] => {
  if (filter.op === 'or') return filter.filters.flatMap(filteredIds);
  if (filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value') {
    return [String(filter.compValue)];
  }
  throw new ScimFailure(400, 'Members are filtered by the ids in value', {
    scimType: 'invalidFilter',
  });
};

/**
 * Returns the ids of the members of a group after the operations of a PATCH. Its work is linear: a library would compare
 * each member with each value of each operation.
 */
export const patchGroupMembers = ({ members }: ScimGroup, body: unknown): string[] => {
  const ids = new Set(members.map(({ value }) => value));
  for (const operation of operationsOf(body)) {
    const normal = normalize(operation, ['members']);
    if (!normal) continue;
    const { op, path = '' } = normal;
    const [, , filter, sub] = pathPattern.exec(path) ?? [];
    if (sub || (filter && op !== 'remove')) {
      throw new ScimFailure(400, 'Members are added and removed', { scimType: 'invalidPath' });
    }
    const given = () => ('value' in normal ? memberIds(normal.value) : [...ids]);
    const named = filter ? filteredIds(parseFilter(filter.slice(1, -1))) : given();
    if (op === 'replace') ids.clear();
    for (const id of named.map((one) => one.toLowerCase())) {
      if (op === 'remove') ids.delete(id);
      else ids.add(id);
    }
  }
  return [...ids];
};
