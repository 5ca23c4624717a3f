import { Failure } from '#contract/errors.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';

/**
 * Returns the domains of which the organization admits new members by invitation and join link; null: all (R-POL-04).
 * The caller holds the lock of the tenant, so that a change of the policy comes before or after its work.
 */
export const findEmailDomains = async (tx: DbTransaction, tenantId: TenantId) =>
  (
    await tx.first(
      db.selectFrom('tenant_policies').select('email_domains').where('tenant_id', '=', tenantId),
    )
  )?.email_domains ?? null;

/** Returns true if the domain of an address is one of these; subdomains are others. */
export const isAllowedDomain = (domains: readonly string[] | null, email: string) =>
  domains === null || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/**
 * Throws if the organization doesn't admit new members with the domain of this address; returns true if it admits some
 * domains only.
 */
export async function assertAllowedDomain(tx: DbTransaction, tenantId: TenantId, email: string) {
  const domains = await findEmailDomains(tx, tenantId);
  if (isAllowedDomain(domains, email)) return domains !== null;
  throw new Failure('policy.emailDomain', { params: { domains: (domains ?? []).join(', ') } });
}
