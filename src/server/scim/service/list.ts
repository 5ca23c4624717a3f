import { filter as matches } from 'scim2-parse-filter';
import { z } from 'zod';
import { sql } from '#server/database/query.ts';
import { ScimFailure } from './errors.ts';
import { parseFilter, userCondition } from './filters.ts';
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

/** Attributes that every reply has (RFC 7643 §7, returned "always"). */
const always = new Set(['schemas', 'id']);

/** Returns the attributes of a resource that a request wants (RFC 7644 §3.9). */
export const project = (
  resource: ScimUser | ScimGroup,
  { attributes, excludedAttributes }: Pick<ListQuery, 'attributes' | 'excludedAttributes'>,
) => {
  const roots = (list: readonly string[] | null | undefined) =>
    list && new Set(list.map((name) => name.split(':').at(-1)?.split('.')[0] ?? ''));
  const [wanted, excluded] = [roots(attributes), roots(excludedAttributes)];
  const isShown = (name: string) =>
    always.has(name) ||
    (wanted ? wanted.has(name.toLowerCase()) : !excluded?.has(name.toLowerCase()));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
};

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

/** Lists the users of the organization that match a filter, by age (R-SCM-06). */
export const listUsers = async ({ tenant, base }: ScimRequest, input: unknown) => {
  const query = parseInput(listQuery, input);
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
  return toListReply(
    found.map((row) => toScimUser(row, base)),
    { total, query },
  );
};

/** Lists the groups that match a filter. */
export const listGroups = async (request: ScimRequest, input: unknown) => {
  const query = parseInput(listQuery, input);
  const isMatch = query.filter ? groupFilter(query.filter) : () => true;
  const withMembers =
    !query.excludedAttributes?.includes('members') || /members/i.test(query.filter ?? '');
  const found = (await allGroups(request, { withMembers })).filter(isMatch);
  const page = found.slice(query.startIndex - 1).slice(0, query.count);
  return toListReply(page, { total: found.length, query });
};

const groupFilter = (text: string) => {
  const isMatch = matches(parseFilter(text));
  return (group: ScimGroup) => {
    try {
      return isMatch(group);
    } catch {
      throw new ScimFailure(400, 'Groups can’t be filtered by this', { scimType: 'invalidFilter' });
    }
  };
};
