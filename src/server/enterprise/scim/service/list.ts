import { filter as matches } from 'scim2-parse-filter';
import { z } from 'zod';
import { sql } from '#server/platform/database/query.ts';
import { groupAttributes, selectAttributes, userAttributes, type Selection } from './attributes.ts';
import { ScimFailure } from './errors.ts';
import { groupFilterOf, OnlyOfGroups, parseFilter, userCondition } from './filters.ts';
import { allGroups } from './groups.ts';
import { parseInput } from './input.ts';
import { toScimUser, usersQuery, type ScimGroup, type ScimUser } from './resources.ts';
import type { ScimRequest } from './users.ts';

/** Maximum of resources of a reply. */
export const maxResults = 200;

const names = z
  .union([
    z.string(),
    z
      .array(z.string().max(200))
      .max(100)
      .transform((list) => list.join(',')),
  ])
  .pipe(z.string().max(2_000))
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .nullish();

/** Query of a list, or the body of `.search` (RFC 7644 §3.4). */
const listQuery = z.object({
  filter: z.string().nullish(),
  // A start below 1 is 1, and a negative count is 0 (RFC 7644 §3.4.2.4).
  startIndex: z.coerce
    .number()
    .int()
    .max(1_000_000)
    .transform((start) => Math.max(1, start))
    .default(1),
  count: z.coerce
    .number()
    .int()
    .transform((count) => Math.min(Math.max(0, count), maxResults))
    .default(maxResults / 2),
  attributes: names,
  excludedAttributes: names,
});
type ListQuery = z.output<typeof listQuery>;

/** Returns the attributes of a resource that a request wants. */
export function project(resource: ScimUser | ScimGroup, selection: Selection) {
  const described = resource.meta.resourceType === 'User' ? userAttributes : groupAttributes;
  return selectAttributes(resource, described, selection);
}

/** Parses the attributes that a request for one resource wants. */
export const parseProjection = (query: unknown) => parseInput(listQuery, query);

const toListReply = (
  resources: readonly (ScimUser | ScimGroup)[],
  { total, query }: { total: number; query: ListQuery },
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: query.startIndex,
  itemsPerPage: resources.length,
  Resources: resources.map((resource) => project(resource, query)),
});

/** Reads the users that match a filter, by age, on the page of a query; and counts all. */
async function readUsers({ tenant, base }: ScimRequest, query: ListQuery) {
  const rows = query.filter
    ? usersQuery.where(userCondition(parseFilter(query.filter)))
    : usersQuery;
  const counted = rows.clearSelect().select(sql<number>`count(*)::int`.as('total'));
  const page = rows
    .orderBy('member.id')
    .offset(query.startIndex - 1)
    .limit(query.count);
  const [{ total }, found] = await tenant.run((tx) =>
    Promise.all([tx.one(counted), query.count === 0 ? [] : tx.all(page)]),
  );
  return { total, page: found.map((row) => toScimUser(row, base)) };
}

/** Reads the groups that match a filter. */
async function readGroups(request: ScimRequest, query: ListQuery) {
  const isMatch = query.filter ? groupMatcher(query.filter) : () => true;
  const withMembers =
    !query.excludedAttributes?.includes('members') || /members/i.test(query.filter ?? '');
  return (await allGroups(request, { withMembers })).filter(isMatch);
}

/** Lists the users of the organization that match a filter, by age (R-SCM-06). */
export async function listUsers(request: ScimRequest, input: unknown) {
  const query = parseInput(listQuery, input);
  const { total, page } = await readUsers(request, query);
  return toListReply(page, { total, query });
}

/** Lists the groups that match a filter. */
export async function listGroups(request: ScimRequest, input: unknown) {
  const query = parseInput(listQuery, input);
  const found = await readGroups(request, query);
  const page = found.slice(query.startIndex - 1).slice(0, query.count);
  return toListReply(page, { total: found.length, query });
}

/** Lists users, then groups; none of a type that the filter doesn't fit (RFC 7644 §3.4.3). */
export async function listAll(request: ScimRequest, input: unknown) {
  const query = parseInput(listQuery, input);
  const users = await readUsers(request, query).catch((error: unknown) => {
    if (!(error instanceof OnlyOfGroups)) throw error;
    return { total: 0, page: [] };
  });
  const groups = await readGroups(request, query);
  const offset = Math.max(0, query.startIndex - 1 - users.total);
  const rest = groups.slice(offset).slice(0, query.count - users.page.length);
  return toListReply([...users.page, ...rest], { total: users.total + groups.length, query });
}

function groupMatcher(text: string) {
  const isMatch = matches(groupFilterOf(parseFilter(text)));
  return (group: ScimGroup) => {
    try {
      return isMatch(JSON.parse(JSON.stringify(group).toLowerCase()));
    } catch {
      throw new ScimFailure(400, 'Groups can’t be filtered by this', { scimType: 'invalidFilter' });
    }
  };
}
