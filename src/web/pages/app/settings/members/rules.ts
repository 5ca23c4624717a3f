import { Role, roleAllows } from '#contract/access.ts';
import { seatLimitOf } from '#contract/admission/entitlement.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus, seatStatuses } from '#contract/statuses.ts';
import { personName } from '#web/components/initials.ts';
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
 * Returns seats taken and their maximum; a maximum of 0 is unlimited (R-MEM-04). A canceled plan is full earlier, at the
 * seats of the next one. Until the members have loaded, the session's count stands in, so that nothing appears or moves
 * when they do.
 */
export function seatUsage(
  { tenant, maxUsers: max, next }: Pick<UserSession, 'tenant' | 'maxUsers' | 'next'>,
  members: readonly Pick<TenantUser, 'status'>[] | undefined,
) {
  const used =
    members?.filter(({ status }) => seatStatuses.includes(status)).length ?? tenant.seatsTaken;
  const limit = seatLimitOf({ maxUsers: max, next });
  return { used, max, isFull: limit > 0 && used >= limit };
}

/** Returns the names of members who may invite others, as a list with "or" in this language. */
export const inviterNames = (members: readonly TenantUser[], locale: string) =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    members
      .filter(({ role, status }) => status === MemberStatus.Active && roleAllows(role, Role.Admin))
      .map(personName)
      .slice(0, 5),
  );
