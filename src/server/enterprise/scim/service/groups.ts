import { Role } from '#contract/access.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import { followLostRights } from '#server/identity/members/service/lost-rights.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { ScimFailure } from './errors.ts';
import { parseGroup } from './input.ts';
import { patchGroupMembers } from './patch.ts';
import {
  assertVersion,
  groups,
  toScimGroup,
  usersQuery,
  type RoleGroup,
  type ScimGroup,
  type ScimUserRow,
} from './resources.ts';
import { assertWritable, type ScimRequest } from './users.ts';

function findGroup(id: string): RoleGroup {
  const group = groups.find((one) => one.id === id.toLowerCase());
  if (!group) throw new ScimFailure(404, 'There is no group with this id');
  return group;
}

const loadMembers = (tx: DbTransaction) =>
  tx.all(usersQuery.where('member.role', '<>', Role.Owner).orderBy('member.id'));

/** Returns one group with its members. */
export const getGroup = ({ tenant, base }: ScimRequest, id: string) =>
  tenant.run(async (tx) => {
    const group = findGroup(id);
    return toScimGroup(group, { rows: await loadMembers(tx), base });
  });

/** Returns all groups; without their members if the request does not want them. */
export const allGroups = (
  { tenant, base }: ScimRequest,
  { withMembers }: { withMembers: boolean },
) =>
  tenant.run(async (tx) => {
    const rows = withMembers ? await loadMembers(tx) : [];
    return groups.map((group) => toScimGroup(group, { rows, base }));
  });

/** Refuses to create a group: the roles are the groups (R-SCM-05). */
export function refuseNewGroup(body: unknown) {
  const { displayName } = parseGroup(body);
  const known = groups.some(
    (group) => group.displayName.toLowerCase() === displayName?.toLowerCase(),
  );
  if (known) {
    throw new ScimFailure(409, 'This group exists already: link it', { scimType: 'uniqueness' });
  }
  throw new ScimFailure(403, 'Groups are the roles Admin, Member and Guest: link one of them');
}

type GroupChange = { id: string; ifMatch: string | undefined };

/** Returns the ids of the members that a request wants; `present` is the group as it is. */
type WantedMembers = (present: ScimGroup) => string[];

/** Returns the members that a PUT names; refuses another name. */
export const replacedMembers =
  (body: unknown): WantedMembers =>
  (present) => {
    const { displayName, members } = parseGroup(body);
    if (displayName && displayName.toLowerCase() !== present.displayName.toLowerCase()) {
      throw new ScimFailure(400, 'A group has the name of its role', { scimType: 'mutability' });
    }
    // Without members it says nothing of them: roles stay (R-SCM-09).
    return (members ?? present.members).map(({ value }) => value);
  };

/** Returns the members after the operations of a PATCH. */
export const patchedMembers =
  (body: unknown): WantedMembers =>
  (present) =>
    patchGroupMembers(present, body);

/**
 * Gives the members of a group its role, and those who left it the least one (R-SCM-05). Owners keep theirs: a
 * directory does not appoint or demote them.
 */
export const changeGroup = (
  request: ScimRequest,
  { id, ifMatch }: GroupChange,
  wanted: WantedMembers,
) =>
  request.tenant.run(async (tx) => {
    const { tenant, base } = request;
    await lockTenant(tx, tenant.id);
    const group = findGroup(id);
    const rows = await tx.all(usersQuery.orderBy('member.id'));
    const present = toScimGroup(group, { rows, base });
    assertVersion(present, ifMatch);
    const ids = new Set(wanted(present).map((member) => member.toLowerCase()));
    assertKnown(ids, rows);
    const isProvisioned = ({ role }: ScimUserRow) => role !== Role.Owner;
    const joining = rows.filter((row) => ids.has(row.id) && row.role !== group.role);
    const leaving = rows.filter((row) => !ids.has(row.id) && row.role === group.role);
    const set = (changed: ScimUserRow[], role: Role) => setRole(tx, { request, changed, role });
    await set(joining.filter(isProvisioned), group.role);
    if (group.role !== Role.Guest) await set(leaving, Role.Guest);
    return toScimGroup(group, { rows: await loadMembers(tx), base });
  });

function assertKnown(ids: Set<string>, rows: readonly ScimUserRow[]) {
  const known = new Set(rows.map((row) => row.id));
  const unknown = [...ids].find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new ScimFailure(400, `There is no user with the id ${unknown.slice(0, 100)}`, {
    scimType: 'invalidValue',
  });
}

type RoleChange = { request: ScimRequest; changed: readonly ScimUserRow[]; role: Role };

async function setRole(tx: DbTransaction, { request, changed, role }: RoleChange) {
  if (changed.length === 0) return;
  assertWritable(request);
  const ids = changed.map((row) => row.id);
  for (const before of changed) await followLostRights(tx, { before, after: { ...before, role } });
  await tx.run(
    db
      .updateTable('memberships')
      .set({ role })
      .where('tenant_id', '=', scopeTenant)
      .where('id', 'in', ids),
  );
}
