import type { z } from 'zod';
import type { billing } from '#contract/billing/details.ts';
import { Failure } from '#contract/errors.ts';
import type { Currency } from '#contract/money.ts';
import { readPayToken } from '#server/billing/payments/pay-link.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { orNotFound, sql } from '#server/platform/database/query.ts';
import { ResourceMissing } from '#server/platform/stripe/errors.ts';

type Payable = z.output<(typeof billing.endpoints.getPayable)['reply']>;

/**
 * Returns the invoice of a pay link to its holder (R-SUB-25). One that is paid, voided or not owed can't be paid by
 * the link any more. Throws `notFound` for a wrong or expired token, and once the organization is deleted.
 */
export async function getPayable(context: AppContext, token: string): Promise<Payable> {
  const { database, stripe, linkKey } = context;
  const payable = readPayToken(linkKey, token);
  if (!payable) throw new Failure('notFound');
  const [named] = await database.queryUnscoped(
    sql<{ tenant: TenantId | null }>`select app.find_tenant('id', ${payable.tenant}) as tenant`,
  );
  if (!named?.tenant) throw new Failure('notFound');
  const [[payers], invoice] = await Promise.all([
    database.tenantRead(named.tenant, payerQuery),
    stripe.retrievePayable(payable.invoice).catch((error: unknown) => {
      throw error instanceof ResourceMissing ? new Failure('notFound') : error;
    }),
  ]);
  const { name, suspended, payBy, isReadOnly } = orNotFound(payers[0]);
  const { number, amount, isPaid } = invoice;
  const paymentUrl = suspended ? null : invoice.paymentUrl;
  const status = isPaid ? 'paid' : paymentUrl ? 'open' : 'closed';
  return {
    organization: name,
    number,
    amount,
    currency: invoice.currency as Currency,
    status,
    payBy: payBy?.toISOString() ?? null,
    isReadOnly,
    paymentUrl,
  };
}

type Payer = { name: string; suspended: boolean; payBy: Date | null; isReadOnly: boolean };

/** Selects the name of the organization in scope, and when its overdue payment makes it read-only. */
const payerQuery = sql<Payer>`
  select tenant.name, tenant.suspended_at is not null as suspended, overdue.ends as "payBy",
    coalesce(overdue.ends <= app.billing_now(), false) as "isReadOnly"
  from tenants tenant
  left join lateral (
    select min(grace_ends) as ends from tenant_products
    where tenant_id = tenant.id and status = 'past_due'
  ) overdue on true
  where tenant.id = ${scopeTenant}`;
