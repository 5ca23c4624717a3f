import { identityTier } from '#contract/access.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { NameKind } from '#server/platform/http/meant-organization.ts';
import { readConnection } from './connection.ts';
import type { Connected } from './provider.ts';

/** Returns the name of an organization, by which a visitor recognizes whose provider it is. */
export async function organizationName(database: Database, tenant: TenantId) {
  const named = db.selectFrom('tenants').select('name').where('id', '=', tenant);
  return (await database.tenant(tenant, (tx) => tx.one(named))).name;
}

/** Returns an organization with its active connection; null if it has none, or its plan has no single sign-on. */
export async function findConnected(
  { database }: Pick<AppContext, 'database'>,
  kind: NameKind,
  name: string,
): Promise<Connected | null> {
  const query = sql<{ tenant: TenantId | null }>`
    select app.tenant_with_tier(app.find_tenant(${kind}, ${name}), ${identityTier}, true) as tenant`;
  const [found] = await database.queryUnscoped(query);
  const tenant = found?.tenant;
  if (!tenant) return null;
  const connection = await database.tenant(tenant, (tx) => readConnection(tx, 'active'));
  return connection ? { tenant, connection } : null;
}
