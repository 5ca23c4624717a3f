import { PriceType } from '#contract/periods.ts';
import {
  endCause,
  freePlanFields,
  type FreePlanState,
} from '#server/billing/payments/billing-notifications.ts';
import { recordCancellation } from '#server/billing/payments/cancellations.ts';
import { endInFreePlan } from '#server/billing/payments/free-plan.ts';
import { sendBillingNotifications } from '#server/billing/payments/mail.ts';
import { lockTenantRow } from '#server/billing/payments/reconcile.ts';
import { selectTitledProducts } from '#server/billing/payments/tenant-product-rows.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import { mailSiteOf, type MailSite } from '#server/platform/mail/compose.ts';
import type { CancellationAnswer } from '#server/platform/stripe/cancellation-details.ts';
import {
  type ProviderSubscription,
  toTenantProductRow,
} from '#server/platform/stripe/subscription-snapshot.ts';
import { endFreePlan } from './plan.ts';

/** Returns the tenant's product that mirrors a subscription of the provider, or an invoice for a purchase. */
const findHeldProduct = (tx: DbTransaction, tenantId: TenantId, serviceId: string) =>
  tx.first(selectTitledProducts(tenantId).where('held.service_id', '=', serviceId));

type Cancellation = { tenantId: TenantId; answer: CancellationAnswer };

/** Records why a subscription ends with its period; reconciliation writes the date and the email. */
export async function recordScheduledEnd(
  tx: DbTransaction,
  serviceId: string,
  { tenantId, answer }: Cancellation,
) {
  const held = await findHeldProduct(tx, tenantId, serviceId);
  if (held) await recordCancellation(tx, held, answer);
}

/**
 * Records that and why a subscription has ended, moves the organization to its free plan, and tells owners and admins
 * (R-SUB-22).
 */
export async function recordEnd(
  tx: DbTransaction,
  context: AppContext,
  { tenantId, answer, ended }: Cancellation & { ended: ProviderSubscription },
) {
  const tenant = await lockTenantRow(tx, tenantId);
  if (!tenant) return;
  const held = await findHeldProduct(tx, tenantId, ended.id);
  if (held) await recordCancellation(tx, held, answer);
  await tx.run(
    db
      .updateTable('tenant_products')
      .set({ ...toTenantProductRow(ended), grace_ends: null, recurring_discount: 0 })
      .where('tenant_id', '=', tenantId)
      .where('service_id', '=', ended.id),
  );
  const date = ended.endedAt ?? new Date();
  const free = await endInFreePlan(tx, { tenantId, currency: tenant.currency });
  const details = { cause: endCause(ended), date, plan: held?.title, free };
  await sendEndNotification(tx, { tenant, site: mailSiteOf(context) }, details);
}

/** Ends a free recurring plan, which the provider doesn't know, and tells owners and admins. */
export async function cancelFreePlan(
  tx: DbTransaction,
  context: AppContext,
  { tenantId, answer }: Cancellation,
) {
  const tenant = await lockTenantRow(tx, tenantId);
  const held = await tx.first(
    selectTitledProducts(tenantId)
      .where('held.service_id', 'is', null)
      .where('held.status', '<>', 'canceled')
      .where('price.type', '=', PriceType.Recurring)
      .select(sql<Date>`app.billing_now()`.as('date')),
  );
  await endFreePlan(tx, tenantId);
  if (!tenant || !held) return;
  await recordCancellation(tx, held, answer);
  const { date, title: plan } = held;
  const details = { cause: endCause(held), date, plan, free: null };
  await sendEndNotification(tx, { tenant, site: mailSiteOf(context) }, details);
}

type EndDetails = {
  cause: string;
  date: Date;
  plan: string | undefined;
  free: FreePlanState | null;
};

const sendEndNotification = (
  tx: DbTransaction,
  sender: { tenant: TableRow<'tenants'>; site: MailSite },
  { cause, date, plan, free }: EndDetails,
) =>
  sendBillingNotifications(tx, sender, (sent) => {
    if (sent.has(cause)) return [];
    return free
      ? [{ kind: 'movedToFree', cause, ...freePlanFields(free), details: { plan: free.title } }]
      : [{ kind: 'ended', cause, date, details: { plan } }];
  });
