import { parse, type Compare, type Filter } from 'scim2-parse-filter';
import { MemberStatus } from '#contract/statuses.ts';
import { isStorable } from '#server/platform/database/driver/storable.ts';
import { sql } from '#server/platform/database/query.ts';
import { groupAttributes } from './attributes.ts';
import { ScimFailure } from './errors.ts';
import { groupSchema, lastModified, userSchema } from './resources.ts';

/** Maximum length of a filter: it bounds depth and number of comparisons. */
const maxFilterLength = 1_000;

type Condition = ReturnType<typeof sql<boolean>>;
type TextAttribute = { column: ReturnType<typeof sql<string>>; exact?: true };

const refuse = (detail: string) => new ScimFailure(400, detail, { scimType: 'invalidFilter' });

/** A filter by an attribute that only groups have. */
export class OnlyOfGroups extends ScimFailure {}

function refuseAttribute(name: string) {
  const [root] = name.split('.');
  const detail = 'Users can’t be filtered by this attribute';
  return groupAttributes.some((one) => one.name.toLowerCase() === root)
    ? new OnlyOfGroups(400, detail, { scimType: 'invalidFilter' })
    : refuse(detail);
}

/** Parses a filter (RFC 7644 §3.4.2.2). */
export function parseFilter(text: string): Filter {
  if (text.length > maxFilterLength) throw refuse('The filter is too long');
  if (text.includes('\u0000') || text.includes('\\u0000')) throw refuse('Invalid character');
  try {
    return parse(text);
  } catch {
    throw refuse('The filter can’t be parsed');
  }
}

const givenName = sql<string>`coalesce(member.first_name, users.first_name)`;
const familyName = sql<string>`coalesce(member.last_name, users.last_name)`;
const email = sql<string>`users.email`;
const isActive = sql<boolean>`member.status in (${MemberStatus.PendingInvitation}, ${MemberStatus.Active})`;

/** Text attributes by their names in lower case; all but ids are compared without case (RFC 7643 §4.1). */
const texts = new Map<string, TextAttribute>([
  ['id', { column: sql<string>`member.id::text`, exact: true }],
  ['externalid', { column: sql<string>`member.external_id`, exact: true }],
  ['username', { column: email }],
  ['emails', { column: email }],
  ['emails.value', { column: email }],
  ['name.givenname', { column: givenName }],
  ['name.familyname', { column: familyName }],
  ['displayname', { column: sql<string>`member.display_name` }],
]);

/** Attributes that are equal for all users: every address is that of work, and the primary one. */
const constants = new Map<string, string | boolean>([
  ['emails.type', 'work'],
  ['emails.primary', true],
  ['meta.resourcetype', 'User'],
]);

/** Times by their names in lower case, as exact as replies show them. */
const times = new Map([
  ['meta.created', sql<Date>`date_trunc('milliseconds', member.created_at)`],
  ['meta.lastmodified', sql<Date>`date_trunc('milliseconds', ${lastModified})`],
]);

const truth = (value: boolean): Condition => (value ? sql<boolean>`true` : sql<boolean>`false`);

function compareText(
  { column, exact }: TextAttribute,
  { op, compValue }: Pick<Compare, 'op' | 'compValue'>,
): Condition {
  if (compValue === null) {
    if (op === 'eq') return sql<boolean>`coalesce(${column}, '') = ''`;
    if (op === 'ne') return sql<boolean>`coalesce(${column}, '') <> ''`;
  }
  if (typeof compValue !== 'string') throw refuse('A text is expected');
  const left = exact ? sql<string>`coalesce(${column}, '')` : sql`lower(coalesce(${column}, ''))`;
  const right = exact ? sql<string>`${compValue}::text` : sql<string>`lower(${compValue}::text)`;
  switch (op) {
    case 'eq':
      return sql<boolean>`${left} = ${right}`;
    case 'ne':
      return sql<boolean>`${left} <> ${right}`;
    case 'co':
      return sql<boolean>`position(${right} in ${left}) > 0`;
    case 'sw':
      return sql<boolean>`starts_with(${left}, ${right})`;
    case 'ew':
      return sql<boolean>`right(${left}, length(${right})) = ${right}`;
    default:
      throw refuse(`The operator ${op} is not supported for this attribute`);
  }
}

function compareActive({ op, compValue }: Compare): Condition {
  const wanted = typeof compValue === 'string' ? compValue.toLowerCase() === 'true' : compValue;
  if (typeof wanted !== 'boolean') throw refuse('active is compared with true or false');
  if (op === 'eq') return sql<boolean>`${isActive} = ${wanted}`;
  if (op === 'ne') return sql<boolean>`${isActive} <> ${wanted}`;
  throw refuse(`The operator ${op} is not supported for active`);
}

const timeOperators = new Map([
  ['gt', '>'],
  ['ge', '>='],
  ['lt', '<'],
  ['le', '<='],
  ['eq', '='],
]);

function compareTime({ op, compValue }: Compare, column: ReturnType<typeof sql<Date>>) {
  const operator = timeOperators.get(op);
  const time = typeof compValue === 'string' ? new Date(compValue) : null;
  if (!operator || !time || !isStorable(time)) throw refuse('Times are compared with times');
  return sql<boolean>`${column} ${sql.raw(operator)} ${time}`;
}

function nameOf(path: string, parent: string) {
  const lower = path.toLowerCase();
  const prefix = [userSchema, groupSchema].find((schema) =>
    lower.startsWith(`${schema.toLowerCase()}:`),
  );
  const own = prefix ? lower.slice(prefix.length + 1) : lower;
  return parent ? `${parent}.${own}` : own;
}

function isPresent(name: string): Condition {
  const text = texts.get(name);
  if (text) return sql<boolean>`coalesce(${text.column}, '') <> ''`;
  if (constants.has(name) || times.has(name) || name === 'active') return truth(true);
  throw refuseAttribute(name);
}

function compare(filter: Compare, name: string): Condition {
  const text = texts.get(name);
  if (text) return compareText(text, filter);
  if (name === 'active') return compareActive(filter);
  const time = times.get(name);
  if (time) return compareTime(filter, time);
  const constant = constants.get(name);
  if (constant === undefined) throw refuseAttribute(name);
  if (filter.op === 'eq') return truth(filter.compValue === constant);
  if (filter.op === 'ne') return truth(filter.compValue !== constant);
  throw refuse(`The operator ${filter.op} is not supported for this attribute`);
}

/** Returns the condition of a filter of users; its values are parameters of the statement. */
export function userCondition(filter: Filter, parent = ''): Condition {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = filter.filters.map((part) => userCondition(part, parent));
      return sql<boolean>`(${sql.join(parts, sql.raw(` ${filter.op} `))})`;
    }
    case 'not':
      return sql<boolean>`not (${userCondition(filter.filter, parent)})`;
    case '[]':
      return userCondition(filter.valFilter, nameOf(filter.attrPath, parent));
    case 'pr':
      return isPresent(nameOf(filter.attrPath, parent));
    default:
      return compare(filter, nameOf(filter.attrPath, parent));
  }
}

/** Returns the filter of groups with plain names and values in lower case, and members compared by their ids. */
export function groupFilterOf(filter: Filter, parent = ''): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { ...filter, filters: filter.filters.map((part) => groupFilterOf(part, parent)) };
    case 'not':
      return { ...filter, filter: groupFilterOf(filter.filter, parent) };
    case '[]': {
      const attrPath = nameOf(filter.attrPath, '');
      return { ...filter, attrPath, valFilter: groupFilterOf(filter.valFilter, attrPath) };
    }
    case 'pr':
      return { ...filter, attrPath: nameOf(filter.attrPath, '') };
    default: {
      const { compValue } = filter;
      const name = nameOf(filter.attrPath, '');
      return {
        ...filter,
        attrPath: name === 'members' && parent === '' ? 'members.value' : name,
        compValue: typeof compValue === 'string' ? compValue.toLowerCase() : compValue,
      };
    }
  }
}
