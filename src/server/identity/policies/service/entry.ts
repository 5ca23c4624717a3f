import { admissionOf, type AdmissionFacts } from '#contract/admission/admission.ts';
import type { PolicyEntry } from '#contract/calls/policies.ts';
import type { Database } from '#server/platform/database/database.ts';
import { orNotFound, sql } from '#server/platform/database/query.ts';
import {
  tokenHash,
  type AuthSession,
  type TenantReader,
} from '#server/platform/http/contract/guard.ts';

/** Returns whether the calling session may enter an organization of its person, and why not (R-POL-06). */
export async function getEntry(
  database: Database,
  session: AuthSession,
  tenantId: string,
): Promise<PolicyEntry> {
  const [row] = await database.queryUnscoped(
    sql<{
      organization: string;
      facts: AdmissionFacts | null;
      factor_due_at: Date | null;
    }>`
      select * from app.session_admission(${tokenHash(session.token)}, ${tenantId}::uuid)`,
  );
  const { organization, facts, factor_due_at: due } = orNotFound(row);
  return {
    organization,
    refusal: admissionOf(facts),
    factorDueAt: due?.toISOString() ?? null,
  };
}

export const membersWithoutFactor = sql<{
  user_id: string;
  due_at: Date;
}>`select * from app.members_without_factor()`;

/** Lists the members who must still set up a second factor, in no order (R-POL-07). */
export const listMembersWithoutFactor = async (tenant: TenantReader) =>
  (await tenant.read(membersWithoutFactor)).map(({ user_id: userId, due_at: due }) => ({
    userId,
    dueAt: due.toISOString(),
  }));

/** Returns whether a domain's addresses sign in through an identity provider alone; by the domain, not by accounts. */
export async function findSignIn(database: Database, domain: string) {
  const [row] = await database.queryUnscoped(
    sql<{ enforced: boolean }>`select app.enforces_sso(${domain}) as enforced`,
  );
  return { ssoOnly: row?.enforced ?? false };
}
