import { Role } from '#contract/access.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { Session } from '#web/session/session.ts';

/** Owners manage everybody, Admins everybody but Owners, others nobody (specification, section 6). */
export const manages = (actor: Role, target: Role) =>
  actor === Role.Owner || (actor === Role.Admin && target !== Role.Owner);

/** The roles that somebody may give. */
export const rolesToGive = (actor: Role) =>
  Object.values(Role).filter((role) => manages(actor, role));

/** An invitation reserves a seat; a request to join does not. */
const takesSeat = ({ status }: Pick<TenantUser, 'status'>) =>
  status === MemberStatus.Active || status === MemberStatus.PendingInvitation;

/** Who takes a seat of how many; a maximum of 0 is none (specification, section 4). */
export const seatsOf = (
  { tenant, product }: Pick<Session, 'tenant' | 'product'>,
  members: readonly Pick<TenantUser, 'status'>[],
) => {
  const isOperators = tenant.subdomain === 'admin';
  const max = isOperators ? 0 : (product?.subscriptionProduct.maxUsers ?? 1);
  const used = members.filter(takesSeat).length;
  return { used, max, isFull: max > 0 && used >= max };
};
