import { Role } from '#contract/access.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Owners manage everybody, Admins everybody but Owners, others nobody (specification, section 6). */
export const canManage = (actor: Role, target: Role) =>
  actor === Role.Owner || (actor === Role.Admin && target !== Role.Owner);

/** Whether somebody may turn a member of one role into another: nobody gives more than they have. */
export const canChangeRole = (actor: Role, target: Role, newRole: Role) =>
  canManage(actor, target) && canManage(actor, newRole);

/** What is told to whoever may not: an Admin lacks an Owner's power, everybody else an Admin's. */
export const refusalTo = (actor: Role): ErrorCode =>
  actor === Role.Admin ? 'tenant.onlyOwner' : 'tenant.onlyAdmin';
