import { Role } from '#contract/access.ts';
import type { OrganizationPolicies } from '#contract/calls/policies.ts';
import { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { listFactorMethods } from '#server/identity/factors/service/list.ts';
import { lockFactors } from '#server/identity/factors/service/lock.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import type { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';

/** Returns true if the identity provider of the organization is the only way to sign in (R-POL-08). */
export const isEnforcing = ({ signInMethods }: Pick<OrganizationPolicies, 'signInMethods'>) =>
  signInMethods?.includes('sso') === true;

/** Query whether members can sign in through the identity provider of the organization. */
export const offersSso = (tenant: TenantId | typeof scopeTenant) =>
  sql<{ offers: boolean }>`select app.offers_sso(${tenant}::uuid) as offers`;

/**
 * Throws unless single sign-on works (`offers`), and the break-glass owner is an active owner with a second factor. Their factors
 * stay locked until the transaction ends, so that a removal at the same time comes before or after it.
 */
export async function assertMayEnforce(
  tx: DbTransaction,
  tenant: TenantId,
  { breakGlassId, offers }: OrganizationPolicies & { offers: boolean },
) {
  if (!offers) throw new Failure('policy.ssoUnavailable');
  if (breakGlassId === null) throw notAnOwner();
  await lockFactors(tx, breakGlassId);
  const owner = await tx.first(
    db
      .selectFrom('memberships')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('user_id', '=', breakGlassId)
      .where('role', '=', Role.Owner)
      .where('status', '=', MemberStatus.Active),
  );
  if (!owner) throw notAnOwner();
  tx.openAccount({ id: breakGlassId });
  if ((await listFactorMethods(tx, breakGlassId)).length === 0) throw notAnOwner();
}

const notAnOwner = () =>
  new Failure('policy.breakGlassOwner', { fields: { breakGlassId: ['policy.breakGlassOwner'] } });
