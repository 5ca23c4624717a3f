import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { Database, TenantId } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { StripeClient } from './stripe/client.ts';

/** Address that a person had as the payer of an organization. */
export type FormerPayer = { tenant: string; user: string; former: string };

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
