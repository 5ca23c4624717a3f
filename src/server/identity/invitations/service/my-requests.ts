import type { PendingRequest } from '#contract/invitations.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { deleteMembership, lockTenant } from '#server/identity/members/service.ts';
import type { Database, TenantId, UserId } from '#server/platform/database/database.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

type RequestRow = {
  id: string;
  tenant_id: TenantId;
  created_at: Date;
  name: string;
  logo: string;
  logo_darkmode: string;
  app_theme: string;
  app_color: string;
};

/** Lists the caller's requests to join that wait for an answer, oldest first (R-ONB-09). */
export const listMyRequests = async (
  database: Database,
  { user }: AuthSession,
): Promise<PendingRequest[]> =>
  (await selectMyRequests(database, user)).map((row) => ({
    id: row.id,
    requestedAt: row.created_at.toISOString(),
    organization: {
      name: row.name,
      logo: row.logo,
      logoDarkmode: row.logo_darkmode,
      appTheme: row.app_theme,
      appColor: row.app_color,
    },
  }));

/** Cancels an own request; 404 if it is answered already, or of another person (R-ONB-10). */
export async function cancelRequest(database: Database, { user }: AuthSession, id: string) {
  const request = (await selectMyRequests(database, user)).find((row) => row.id === id);
  const { tenant_id: tenant } = orNotFound(request);
  await database.tenant(tenant, async (tx) => {
    const [, membership] = await Promise.all([
      lockTenant(tx, tenant),
      tx.first(
        db
          .selectFrom('memberships')
          .selectAll()
          .where('tenant_id', '=', tenant)
          .where('id', '=', id)
          .where('user_id', '=', user)
          .where('status', '=', MemberStatus.PendingAcceptance),
      ),
    ]);
    await deleteMembership(tx, orNotFound(membership));
  });
}

const selectMyRequests = (database: Database, user: UserId) =>
  database.person(user, (tx) =>
    tx.all(
      sql<RequestRow>`
        select * from app.my_memberships() where status = ${MemberStatus.PendingAcceptance}
        order by created_at, id limit 100`,
    ),
  );
