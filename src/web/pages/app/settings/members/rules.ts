import { Role } from '#contract/access.ts';
import type { TenantUser } from '#contract/membership.ts';
import { seatStatuses } from '#contract/statuses.ts';
import type { UserSession } from '#web/session/session.ts';

/**
 * Returns true when the actor may change the target: owners manage every role, admins all but
 * Owner.
 */
export const canManageMember = (actor: Role, target: Role) =>
  actor === Role.Owner || (actor === Role.Admin && target !== Role.Owner);

/** Returns the roles that the actor may grant (R-MEM-03). */
export const assignableRoles = (actor: Role) =>
  Object.values(Role).filter((role) => canManageMember(actor, role));

/**
 * Returns seats taken and their maximum; a maximum of 0 is unlimited (R-MEM-04). Until the members
 * have loaded, the session's count stands in, so that nothing appears or moves when they do.
 */
export const seatUsage = (
  { tenant, maxUsers: max }: Pick<UserSession, 'tenant' | 'maxUsers'>,
  members: readonly Pick<TenantUser, 'status'>[] | undefined,
) => {
  const used =
    members?.filter(({ status }) => seatStatuses.includes(status)).length ?? tenant.seatsTaken;
  return { used, max, isFull: max > 0 && used >= max };
};
