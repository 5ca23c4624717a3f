import { z } from 'zod';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';

const formerEmail = z.object({ user: z.string(), former: z.string() });
const formerPayer = formerEmail.extend({ tenant: z.string() });

/** Address that a person had as the payer of an organization. */
type FormerPayer = z.infer<typeof formerPayer>;

type PayerContext = {
  database: Pick<Database, 'operator' | 'person' | 'tenant'>;
  stripe: Pick<StripeClient, 'replaceCustomerEmail'>;
};

/** Returns the jobs that follow a payer who changed the address or lost the role. */
export const payerTasks = (context: PayerContext): Record<string, Task> => ({
  'account.customer': async (payload) => {
    await updateCustomers(context, formerEmail.parse(payload));
  },
  'payments.payer': async (payload) => {
    await replacePayer(context, formerPayer.parse(payload));
  },
});

/**
 * Gives the provider's customers of the person's organizations the current address of the account, where they have the
 * former one (R-ACC-32): receipts go there. An address that was chosen otherwise stays.
 */
async function updateCustomers(
  context: PayerContext,
  { user, former }: z.infer<typeof formerEmail>,
) {
  const owned = await context.database.person(trusted.userId(user), (tx) =>
    tx.all(
      db
        .selectFrom('memberships')
        .select('tenant_id as tenant')
        .where('user_id', '=', user)
        .where('role', '=', Role.Owner)
        .where('status', '=', MemberStatus.Active),
    ),
  );
  for (const { tenant } of owned) await replacePayer(context, { tenant, user, former });
}

const payingTenant = (id: string) =>
  sql<{ id: TenantId; customer: string }>`
    select id, customer_id as customer from tenants where id = ${id} and customer_id is not null`;

/**
 * Replaces a former address at the provider, as the customer's email and among those of invoice copies: by the current one
 * of the same person while they own the organization, otherwise by that of its first owner. An address that was chosen
 * otherwise stays (R-ACC-32).
 */
async function replacePayer(
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
