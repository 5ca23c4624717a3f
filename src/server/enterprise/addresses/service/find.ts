import { domainToASCII } from 'node:url';
import { identityTier, isOperatorTenant, Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { defaultLocale, isLocale } from '#locales/locales.ts';
import { toPublicOrganization } from '#server/identity/invitations/service/join-link.ts';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { FindAddress } from '#server/platform/http/hosts/hosts.ts';

/** Tier of an organization that an operator has suspended: its address shows why. */
const suspendedTier = -1;

const firstOwner = db
  .selectFrom('memberships')
  .innerJoin('users', 'users.id', 'memberships.user_id')
  .select('users.locale')
  .where('memberships.tenant_id', '=', scopeTenant)
  .where('memberships.role', '=', Role.Owner)
  .where('memberships.status', '=', MemberStatus.Active)
  .orderBy('memberships.id')
  .limit(1);

/**
 * Returns the lookup of an organization by its subdomain, or by a domain that is verified, chosen as its address and
 * part of its plan (R-ADR-01).
 */
export const addressFinder =
  (database: Database): FindAddress =>
  async ({ kind, value }) => {
    const [named] = await database.queryUnscoped(
      sql<{ tenant: TenantId | null }>`select app.find_tenant(${kind}, ${value}) as tenant`,
    );
    if (!named?.tenant) return null;
    const [[organization], [plan], [owner], [sso]] = await database.tenantRead(
      named.tenant,
      db.selectFrom('tenants').selectAll().where('id', '=', scopeTenant),
      sql<{ tier: number }>`select tier from app.entitlement(${scopeTenant})`,
      firstOwner,
      sql<{
        offered: boolean;
      }>`select app.tenant_with_tier(${scopeTenant}, ${identityTier}, true) is not null as offered`,
    );
    if (!organization || isOperatorTenant(organization)) return null;
    const tier = plan?.tier ?? 0;
    const isActive =
      kind === 'subdomain' ||
      (domainToASCII(organization.domain) === value &&
        (tier >= identityTier || tier === suspendedTier));
    if (!isActive) return null;
    const locale = isLocale(owner?.locale) ? owner.locale : defaultLocale;
    const offersSso = sso?.offered ?? false;
    return {
      tenant: named.tenant,
      organization: { ...toPublicOrganization(organization), offersSso },
      locale,
    };
  };
