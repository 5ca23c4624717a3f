import type { z } from 'zod';
import { isOperatorTenant } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { isReservedSubdomain } from '#contract/subdomains.ts';
import type { tenantNames } from '#contract/tenants.ts';
import { assertRecentIf } from '#server/identity/factors/service/recent.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { db, orNotFound } from '#server/platform/database/query.ts';
import type { AuthSession, TenantScope } from '#server/platform/http/contract/guard.ts';
import { throwNameTaken } from './create.ts';
import { reserveNames } from './names.ts';

/** Returns the tenant; 404 if it was deleted since the guard authorized the request. */
export const getTenantRow = async (tx: DbTransaction, id: TenantId) =>
  orNotFound(await tx.first(db.selectFrom('tenants').selectAll().where('id', '=', id)));

type Settings = z.infer<typeof tenantNames> & {
  app_theme?: string;
  app_color?: string;
  transaction_currency?: string | undefined;
};

type SettingsCall = {
  tenant: Pick<TenantScope, 'id' | 'run'>;
  session: Pick<AuthSession, 'isRecent'>;
  /** Called in the same transaction. */
  record?: (tx: DbTransaction) => Promise<unknown>;
};

/**
 * Saves name, addresses, look and currency. Throws when another organization has the name or subdomain, or it is reserved (R-ORG-06),
 * and when an address changes without a recent authentication (R-MFA-08). The operator's own subdomain can't change.
 */
export async function saveTenantSettings(
  { tenant, session, record }: SettingsCall,
  settings: Settings,
) {
  const { name, subdomain } = settings;
  await tenant
    .run(async (tx) => {
      const current = await getTenantRow(tx, tenant.id);
      const keeps = subdomain === current.subdomain;
      assertRecentIf(!keeps || settings.domain !== current.domain, session);
      if (!keeps && (isReservedSubdomain(subdomain) || isOperatorTenant(current))) {
        throw new Failure('tenant.subdomainReserved');
      }
      await reserveNames(tx, tenant.id, { name, subdomain });
      await tx.run(db.updateTable('tenants').set(settings).where('id', '=', tenant.id));
      await record?.(tx);
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'tenants_subdomain_key')) throw new Failure('tenant.subdomain');
      return throwNameTaken(error);
    });
}
