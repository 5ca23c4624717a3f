import { createHash } from 'node:crypto';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { membersWithAccounts, toMemberRecord } from '#server/identity/members/service.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { sql, type InferResult } from '#server/platform/database/query.ts';
import { ScimFailure } from './errors.ts';
import { phoneNumbersOf } from './phone-numbers.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Groups of every organization, each a role. Owners are not provisioned (R-SCM-05). */
export const groups = [
  { id: 'admin', displayName: 'Admin', role: Role.Admin },
  { id: 'member', displayName: 'Member', role: Role.Member },
  { id: 'guest', displayName: 'Guest', role: Role.Guest },
] as const;
export type RoleGroup = (typeof groups)[number];

/** Last change of a user, accounts included; that of an invited person's account is not for the organization yet. */
export const lastModified = sql<Date>`greatest(member.changed_at, case
  when member.status <> ${MemberStatus.PendingInvitation} and not member.unaccepted then users.changed_at end)`;

/** Query for the users of the tenant in scope: all members and invitations, not requests to join. */
export const usersQuery = membersWithAccounts
  .select([
    'member.display_name',
    'member.external_id',
    'member.phone_numbers',
    'member.created_at',
  ])
  .select(lastModified.as('last_modified'))
  .where('member.tenant_id', '=', scopeTenant)
  .where('member.status', '<>', MemberStatus.PendingAcceptance);
export type ScimUserRow = InferResult<typeof usersQuery>[number];

/** Returns true for members and invitations; directories see both as active. */
export const isActive = ({ status }: Pick<ScimUserRow, 'status'>) =>
  status === MemberStatus.Active || status === MemberStatus.PendingInvitation;

/** A resource with its weak entity tag, which is a hash of its content (RFC 7644 §3.14). */
function withVersion<R extends { meta: object }>(resource: R) {
  const hash = createHash('sha256').update(JSON.stringify(resource)).digest('base64url');
  return { ...resource, meta: { ...resource.meta, version: `W/"${hash.slice(0, 22)}"` } };
}

const groupsOf = (role: number, base: string) =>
  groups
    .filter((group) => group.role === role)
    .map(({ id, displayName }) => ({
      value: id,
      display: displayName,
      type: 'direct',
      $ref: `${base}/Groups/${id}`,
    }));

/** Converts a member to a SCIM user; `base` is the address of the service. */
export function toScimUser(row: ScimUserRow, base: string) {
  const { id, email, firstName, lastName, phone, role } = toMemberRecord(row);
  const phoneNumbers = phoneNumbersOf(row.phone_numbers, phone);
  return withVersion({
    schemas: [userSchema],
    id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: email,
    ...((firstName || lastName) && {
      name: {
        ...(firstName && { givenName: firstName }),
        ...(lastName && { familyName: lastName }),
      },
    }),
    ...(row.display_name !== null && { displayName: row.display_name }),
    active: isActive(row),
    emails: [{ value: email, type: 'work', primary: true }],
    ...(phoneNumbers.length > 0 && { phoneNumbers }),
    groups: groupsOf(role, base),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.last_modified.toISOString(),
      location: `${base}/Users/${id}`,
    },
  });
}
export type ScimUser = ReturnType<typeof toScimUser>;

/** Converts a role with its members to a SCIM group. */
export const toScimGroup = (
  { id, displayName, role }: RoleGroup,
  { rows, base }: { rows: readonly ScimUserRow[]; base: string },
) =>
  withVersion({
    schemas: [groupSchema],
    id,
    displayName,
    members: rows
      .filter((row) => row.role === role)
      .map((row) => ({
        value: row.id,
        display: row.email,
        type: 'User',
        $ref: `${base}/Users/${row.id}`,
      })),
    meta: { resourceType: 'Group', location: `${base}/Groups/${id}` },
  });
export type ScimGroup = ReturnType<typeof toScimGroup>;

/** Returns the entity tags of a header; null: any. */
const tagsOf = (header: string | undefined) =>
  header === undefined || header.trim() === '*'
    ? null
    : header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Refuses to change another version than the client has seen (`If-Match`, RFC 7644 §3.14). */
export function assertVersion({ meta }: ScimUser | ScimGroup, ifMatch: string | undefined) {
  const tags = tagsOf(ifMatch);
  if (tags === null || tags.includes(meta.version.replace(/^W\//, ''))) return;
  throw new ScimFailure(412, 'The resource has changed since this version. Read it again.');
}
