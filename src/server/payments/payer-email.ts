import { z } from 'zod';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { Database, DbTransaction, TenantId } from '#server/database/database.ts';
import { db, sql, statement, type TableRow } from '#server/database/query.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { StripeClient } from './stripe/client.ts';

type Membership = Pick<TableRow<'memberships'>, 'tenant_id' | 'user_id' | 'role' | 'status'>;

/** An address that a person had as the payer of an organization. */
export const formerPayer = z.object({ tenant: z.string(), user: z.string(), former: z.string() });
export type FormerPayer = z.infer<typeof formerPayer>;

/**
 * Queues the move of the provider's customer to a remaining owner when a member who may pay leaves, is deactivated or
 * gets a lower role (R-ACC-32). Must run before the change: afterwards the account may be gone. `after` is
 * null when the membership ends.
 */
export async function passOnPayer(
  tx: DbTransaction,
  before: Membership,
  after: Pick<Membership, 'role' | 'status'> | null,
): Promise<void> {
  const isPayer = before.status === MemberStatus.Active && before.role <= Role.Admin;
  const stays = after?.status === MemberStatus.Active && after.role <= before.role;
  if (!isPayer || stays) return;
  const { tenant_id: tenant, user_id: user } = before;
  const account = db.selectFrom('users').select('email').where('id', '=', user);
  const found = await tx.first(account);
  // An account that was deleted since `before` was read passed its payer on itself.
  if (!found) return;
  await addJob(tx, { name: 'billing.payer', payload: { tenant, user, former: found.email } });
}

type PayerContext = {
  database: Pick<Database, 'operator' | 'tenant'>;
  stripe: Pick<StripeClient, 'replaceCustomerEmail'>;
};

const payingTenant = (id: string) =>
  statement(sql<{ id: TenantId; customer: string }>`
    select id, customer_id as customer from tenants where id = ${id} and customer_id is not null`);

/**
 * Replaces a former address at the provider, as the customer's email and among those of invoice copies: by the current one
 * of the same person while they own the organization, otherwise by that of its first owner. An address that was chosen
 * otherwise stays (R-ACC-32).
 */
export async function replacePayer(
  { database, stripe }: PayerContext,
  { tenant, user, former }: FormerPayer,
): Promise<void> {
  const paying = await database.operator((tx) => tx.first(payingTenant(tenant)));
  if (!paying) return;
  const { id, customer } = paying;
  const payer = await database.tenant(id, (tx) =>
    tx.first(
      db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select('users.email')
        .where('memberships.tenant_id', '=', id)
        .where('memberships.role', '=', Role.Owner)
        .where('memberships.status', '=', MemberStatus.Active)
        .orderBy(({ eb }) => eb('memberships.user_id', '=', user), 'desc')
        .orderBy('memberships.created_at')
        .orderBy('memberships.id')
        .limit(1),
    ),
  );
  if (payer) await stripe.replaceCustomerEmail(customer, { former, email: payer.email });
}
