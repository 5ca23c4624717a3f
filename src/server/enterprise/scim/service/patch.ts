import { scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import type { Filter } from 'scim2-parse-filter';
import { z } from 'zod';
import { attributeName } from './attributes.ts';
import { ScimFailure } from './errors.ts';
import { parseFilter } from './filters.ts';
import { maxPhoneNumbers, memberReference, parseInput } from './input.ts';
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

/** `isPart`: one attribute of an operation without a path. */
type Operation = z.output<typeof patchBody>['Operations'][number] & { isPart?: boolean };

/**
 * Returns the operations with a path each: Entra ID and Okta send several attributes as the value of one operation
 * without a path, and Entra ID names sub-attributes in its keys (`"name.givenName"`).
 */
function withPaths(operation: Operation): Operation[] {
  const { op, path, value } = operation;
  if (path) return [operation];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const scimType = op === 'remove' ? 'noTarget' : 'invalidValue';
    throw new ScimFailure(400, 'An operation without a path needs an object', { scimType });
  }
  return Object.entries(value).map(([key, inner]) => ({
    op,
    path: key,
    value: inner,
    isPart: true,
  }));
}

/** Attributes of a type of resource: those that may change, and those that may only be sent as they are. */
type Changeable = { writable: readonly string[]; fixed: readonly string[] };

/** Attributes that always have a value; for a change without one there is no meaning (R-SCM-09). */
const neverEmpty = ['active', 'userName', 'emails'];

/** Attributes that are ignored in a whole profile (RFC 7644 §3.5.1). */
const ignored = ['id', 'groups', 'meta'];

/** Multi-valued attributes: adding nothing to one changes nothing. */
const lists = ['phoneNumbers', 'emails', 'members'];

/** Returns the operation as the library expects it; null if it changes nothing that is kept. */
function normalize(
  { op, path, value, isPart }: Operation,
  resource: ScimUser | ScimGroup,
  { writable, fixed }: Changeable,
): ScimPatchOperation | null {
  const { name, filter, sub } = parsePath(path ?? '');
  // Removing is also what clients mean by an attribute without a value.
  const isEmpty = value === null || value === '' || value === undefined;
  // A whole profile has what it cannot change, too, as in a PUT.
  if (isPart && ignored.includes(name)) return null;
  if (fixed.includes(name) || fixed.includes(`${name}.${sub}`)) {
    return assertSame(resource, name, { sub, op, value });
  }
  if (!writable.includes(name) || (op === 'add' && isEmpty && lists.includes(name))) return null;
  const isUnclear = (op === 'remove' || isEmpty) && neverEmpty.includes(name);
  if (isUnclear || (name === 'members' && op !== 'remove' && isEmpty)) {
    throw new ScimFailure(400, `${name} can’t be without a value`, { scimType: 'invalidValue' });
  }
  const full = `${name}${filter}${sub && `.${sub}`}`;
  if (op === 'remove' || isEmpty) {
    return { op: 'remove', path: full, ...(!isEmpty && { value }) };
  }
  const isOne = name === 'phoneNumbers' && full === name && !Array.isArray(value);
  return { op, path: full, value: isOne ? [value] : value };
}

/** Returns attribute, filter and sub-attribute of a path; no attribute for that of an extension, which is no error. */
function parsePath(path: string) {
  let named = path;
  for (const schema of [userSchema, groupSchema]) {
    if (named.toLowerCase().startsWith(`${schema.toLowerCase()}:`)) {
      named = named.slice(schema.length + 1);
    }
  }
  const isExtension = named.startsWith('urn:') && ![userSchema, groupSchema].includes(named);
  if (isExtension) return { name: '', filter: '', sub: '' };
  const [, attribute = '', filter = '', sub = ''] = pathPattern.exec(named) ?? [];
  if (attribute === '') throw new ScimFailure(400, 'Invalid path', { scimType: 'invalidPath' });
  return { name: attributeName(attribute), filter, sub: sub && attributeName(sub) };
}

type Parts = Record<string, unknown>;

/** Returns JSON in which case makes no difference, nor does a boolean that is written as text (Entra ID). */
const comparable = (value: unknown) =>
  JSON.stringify(value ?? null, (_key, inner: unknown) =>
    typeof inner === 'boolean' ? String(inner) : inner,
  ).toLowerCase();

/** Refuses to change an attribute that can't be; clients may send it as it is. */
function assertSame(
  resource: ScimUser | ScimGroup,
  name: string,
  { sub, op, value }: { sub: string; op: string; value: unknown },
) {
  const present: unknown = new Map(Object.entries(resource)).get(name);
  const part: unknown = [present]
    .flat()
    .map((one) => (sub ? (one as Parts | undefined)?.[sub] : one));
  const values = sub || !Array.isArray(present) ? [value] : value;
  if (op !== 'remove' && comparable(values) === comparable(part)) return null;
  throw new ScimFailure(400, `${name} can’t be changed`, { scimType: 'mutability' });
}

/** Applies operations to a resource; the library implements RFC 7644 §3.5.2. */
function apply<R extends ScimResource>(resource: R, operations: ScimPatchOperation[]): R {
  try {
    return scimPatch(resource, operations, { mutateDocument: false, treatMissingAsAdd: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw new ScimFailure(400, message.slice(0, 200) || 'Invalid operation', {
      scimType: 'invalidPath',
    });
  }
}

const operationsOf = (body: unknown) =>
  parseInput(patchBody, body).Operations.flatMap((operation) => withPaths(operation));

const ofUser = {
  writable: ['userName', 'externalId', 'active', 'name', 'displayName', 'emails', 'phoneNumbers'],
  fixed: ['id', 'groups', 'meta', 'emails.type', 'emails.primary'],
};
const ofGroup = { writable: ['members'], fixed: ['id', 'displayName', 'externalId'] };

const phoneReference = z.object({ value: z.string(), type: z.string().nullish() });

/** Completes the phone numbers that a removal names by their values: the library compares whole values. */
const withWholeValues =
  ({ phoneNumbers = [] }: ScimUser) =>
  (operation: ScimPatchOperation): ScimPatchOperation => {
    const { op, path } = operation;
    if (op !== 'remove' || path !== 'phoneNumbers' || !('value' in operation)) return operation;
    const named = [operation.value].flat().map((one: unknown) => parseInput(phoneReference, one));
    const isNamed = (number: { value: string; type?: string }) =>
      named.some(({ value, type }) => value === number.value && (!type || type === number.type));
    return { ...operation, value: phoneNumbers.filter(isNamed) };
  };

/** Returns a user as it is after the operations of a PATCH; attributes that we don't keep are ignored. */
export function patchUser(user: ScimUser, body: unknown): unknown {
  const operations = operationsOf(body)
    .flatMap((operation) => normalize(operation, user, ofUser) ?? [])
    .map(withWholeValues(user));
  const isLong = operations.some(
    (operation) =>
      'value' in operation &&
      Array.isArray(operation.value) &&
      operation.value.length > maxPhoneNumbers,
  );
  if (isLong || operations.length > maxUserOperations) {
    throw new ScimFailure(400, 'Too many operations or values', { scimType: 'invalidValue' });
  }
  return withOnePrimary(user, apply(user as unknown as ScimResource & Numbers, operations));
}

type Numbers = { phoneNumbers?: readonly object[] };

/** Makes the number that was primary an ordinary one if the operations made another primary (RFC 7644 §3.5.2). */
function withOnePrimary({ phoneNumbers: before = [] }: ScimUser, patched: Numbers): unknown {
  const { phoneNumbers: after } = patched;
  const isPrimary = (number: object) =>
    'primary' in number && /^true$/i.test(String(number.primary));
  if (!Array.isArray(after) || after.filter(isPrimary).length < 2) return patched;
  const former = JSON.stringify(before.find(({ primary }) => primary));
  const phoneNumbers = after.map((number: object) =>
    JSON.stringify(number) === former ? { ...number, primary: false } : number,
  );
  return { ...patched, phoneNumbers };
}

/** Returns the ids that the value of an operation on members names, as texts or as references. */
function memberIds(value: unknown) {
  const list = Array.isArray(value) ? value : [value];
  return list.map(
    (one) => parseInput(memberReference, typeof one === 'string' ? { value: one } : one).value,
  );
}

/** Returns the ids that a filter of members names: one, or several joined by `or`. */
function filteredIds(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(filteredIds);
  if (filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value') {
    return [String(filter.compValue)];
  }
  throw new ScimFailure(400, 'Members are filtered by the ids in value', {
    scimType: 'invalidFilter',
  });
}

/**
 * Returns the ids of the members of a group after the operations of a PATCH. Its work is linear: a library would compare
 * each member with each value of each operation.
 */
export function patchGroupMembers(group: ScimGroup, body: unknown): string[] {
  const ids = new Set(group.members.map(({ value }) => value));
  for (const operation of operationsOf(body)) {
    const normal = normalize(operation, group, ofGroup);
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
}
