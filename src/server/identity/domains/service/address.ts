import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { domainOfAddress } from '#server/platform/http/meant-organization.ts';

/** Returns true if an address belongs to a verified domain of the organization in scope (R-SSO-05). */
export const isOwnAddress = async (tx: DbTransaction, tenant: TenantId, email: string) =>
  (await tx.first(
    db
      .selectFrom('verified_domains')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domainOfAddress(email))
      .where('verified_at', 'is not', null),
  )) !== undefined;
