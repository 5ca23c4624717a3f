import type { EndedGrant, GrantKind, WorkingGrant } from '#contract/calls/grants.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

/**
 * Ends the access to organizations that the opened account has given since then, and returns it (R-ACC-39): a thief of the
 * account may have given it.
 */
export const endGrants = (tx: DbTransaction, since: Date): Promise<EndedGrant[]> =>
  tx.all(sql<EndedGrant>`select * from app.end_grants(${since})`);

type GrantRow = {
  kind: GrantKind;
  tenant_id: string;
  id: string;
  name: string;
  organization: string;
  granted_at: Date;
};

/** Lists the working access that the caller has given, in all organizations, newest first (R-ACC-41). */
export const listGrants = (database: Database, { user }: AuthSession): Promise<WorkingGrant[]> =>
  database.account({ id: user }, async (tx) => {
    const rows = await tx.all(
      sql<GrantRow>`
        select * from app.my_grants('-infinity') order by granted_at desc, id`,
    );
    return rows.map(({ kind, id, name, organization, tenant_id, granted_at }) => ({
      kind,
      id,
      name,
      organization,
      tenantId: tenant_id,
      grantedAt: granted_at.toISOString(),
    }));
  });
