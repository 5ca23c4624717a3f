import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import { type CustomerSnapshot, isIncomplete } from '#server/platform/stripe/customer-snapshot.ts';

type UnpaidInvoice = Pick<TableRow<'failed_invoices'>, 'service_id'>;

/** Selects the failed invoices of a tenant that were not paid yet. */
export const selectUnpaidInvoices = (tenantId: string) =>
  db
    .selectFrom('failed_invoices')
    .select('service_id')
    .where('tenant_id', '=', tenantId)
    .where('paid_at', 'is', null);

/** Returns the invoices that were charged without success; not those of a change that waits for its payment. */
const failedInvoicesOf = ({ subscriptions }: CustomerSnapshot) =>
  subscriptions
    .filter((subscription) => !isIncomplete(subscription))
    .flatMap(({ openInvoices, changePending, latestInvoice }) =>
      openInvoices.filter(({ id }) => !changePending || id !== latestInvoice),
    );

/**
 * Records the invoices whose payment failed, and when those of `unpaid` were paid after all. A failure
 * that is paid between two readings is not seen.
 */
export async function recordFailedInvoices(
  tx: DbTransaction,
  tenantId: TenantId,
  { snapshot, unpaid }: { snapshot: CustomerSnapshot; unpaid: UnpaidInvoice[] },
) {
  const known = new Set(unpaid.map(({ service_id: id }) => id));
  const failed = failedInvoicesOf(snapshot).filter(({ id }) => !known.has(id));
  if (failed.length > 0) {
    const rows = failed.map(({ id, amount, currency, since }) => ({
      tenant_id: tenantId,
      service_id: id,
      amount,
      currency,
      failed_at: since,
    }));
    await tx.run(
      db
        .insertInto('failed_invoices')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing()),
    );
  }
  for (const { invoice, paidAt } of snapshot.payments.filter((paid) => known.has(paid.invoice))) {
    await tx.run(
      db
        .updateTable('failed_invoices')
        .set({ paid_at: paidAt })
        .where('tenant_id', '=', tenantId)
        .where('service_id', '=', invoice),
    );
  }
}
