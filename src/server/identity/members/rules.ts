import { Role } from '#contract/access.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Returns true for Owners, and for Admins unless the target is an Owner (R-MEM-03, R-MEM-15). */
export const canManage = (actor: Role, target: Role) =>
  actor === Role.Owner || (actor === Role.Admin && target !== Role.Owner);

/** Returns true if the actor may manage both the old and the new role: no privilege escalation. */
export const canChangeRole = (actor: Role, target: Role, newRole: Role) =>
  canManage(actor, target) && canManage(actor, newRole);

/** Returns the refusal for this actor: Admins need the role Owner, every other role needs Admin. */
export const roleErrorFor = (actor: Role): ErrorCode =>
  actor === Role.Admin ? 'tenant.onlyOwner' : 'tenant.onlyAdmin';

/** Returns true if a change of role makes a member an owner, or an owner another member. */
export const changesOwners = (before: number, after: number) =>
  (before === Role.Owner) !== (after === Role.Owner);
