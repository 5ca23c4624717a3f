import { Role } from '#contract/access.ts';
import { initialTransactionCurrency } from '#contract/entities/currency.ts';
import { Failure } from '#contract/errors.ts';
import { nameKey } from '#contract/shapes.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import type { TenantId, DbTransaction } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { reserveNames } from './names.ts';

type NewTenant = {
  id: TenantId;
  name: string;
  owner: string;
  subdomain?: string;
  app_theme?: string | undefined;
  app_color?: string | undefined;
  /** Names of an owner with an unproven address, who must claim the organization; null if proven. */
  unproven?: { first_name: string; last_name: string; phone: string } | null;
};

/**
 * Creates an organization in its own scope, with the currency of its creator's language (R-ORG-13). The creator, whose
 * account is open in the transaction, becomes the owner, and it becomes their default organization if they have none.
 * Without a session they are the actor in the audit log.
 */
export async function createTenant(tx: DbTransaction, { owner, unproven, ...tenant }: NewTenant) {
  nameActor(tx, owner);
  await reserveNames(tx, tenant.id, tenant);
  const { locale } = await tx.one(db.selectFrom('users').select('locale').where('id', '=', owner));
  const transaction_currency = initialTransactionCurrency(locale);
  await tx.run(db.insertInto('tenants').values({ ...tenant, transaction_currency }));
  await addOwner(tx, { tenantId: tenant.id, userId: owner, unproven });
}

type NewOwner = { tenantId: TenantId; userId: string } & Pick<NewTenant, 'unproven'>;

/** Makes the opened account the owner of the tenant of the scope, as its creator. */
async function addOwner(tx: DbTransaction, { tenantId, userId, unproven }: NewOwner) {
  await tx.run(
    db.insertInto('memberships').values({
      tenant_id: tenantId,
      user_id: userId,
      role: Role.Owner,
      status: unproven ? MemberStatus.PendingInvitation : MemberStatus.Active,
      joined: JoinMethod.Creator,
      ...unproven,
    }),
  );
  if (unproven) return;
  await tx.run(
    db
      .updateTable('users')
      .set({ default_tenant_id: tenantId })
      .where('id', '=', userId)
      .where('default_tenant_id', 'is', null),
  );
}

/** Activates the organizations registered for a person who has just authenticated (decisions/0010). */
export const claimRegisteredTenants = (tx: DbTransaction, userId: string) =>
  tx.run(sql`select app.claim_registered(${userId}::uuid)`);

/** Throws if an organization has this name, compared as people see it (R-ORG-06). */
export async function assertTenantNameFree(tx: DbTransaction, name: string) {
  const query = sql<{ taken: boolean }>`
    select app.find_tenant('name', ${nameKey(name)}) is not null as taken`;
  if ((await tx.one(query)).taken) throw tenantNameTaken();
}

const tenantNameTaken = () => new Failure('account.verify.organizationTaken');

/** Throws the refusal of a name that another organization took, and any other error as it is. */
export function throwNameTaken(error: unknown): never {
  throw isUniqueViolation(error, 'tenants_name_key') ? tenantNameTaken() : error;
}
