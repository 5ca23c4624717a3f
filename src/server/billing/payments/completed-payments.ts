import type { DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import type { CustomerSnapshot } from '#server/platform/stripe/customer-snapshot.ts';
import type { Payment } from '#server/platform/stripe/payment-snapshot.ts';
import { invoiceLink } from './invoice-link.ts';

/** Removes payments of undone (refunded) operations, and of unfinished ones until a later reading. */
async function completedPayments(tx: DbTransaction, payments: Payment[]): Promise<Payment[]> {
  const named = [...new Set(payments.flatMap(({ operationId: operation }) => operation ?? []))];
  if (named.length === 0) return payments;
  const unfinished = await tx.all(
    db
      .selectFrom('billing_operations')
      .select('id')
      .where('id', 'in', named)
      .where('state', '<>', 'done'),
  );
  const left = new Set(unfinished.map(({ id }) => id));
  return payments.filter(
    ({ operationId: operation }) => operation === null || !left.has(operation),
  );
}

type PaymentContext = {
  duplicates: string[];
  prices: { service_id: string; title: string }[];
  /** The address and the key of links to invoices. */
  billing: Parameters<typeof invoiceLink>[0];
};

/** Returns the payments that cause an email, with the titles of plans: not those of duplicates. */
export async function reportablePayments(
  tx: DbTransaction,
  { payments }: CustomerSnapshot,
  { duplicates, prices, billing }: PaymentContext,
) {
  const completed = await completedPayments(tx, payments);
  return completed
    .filter(({ subscription: id }) => id === null || !duplicates.includes(id))
    .map((payment) => ({
      ...payment,
      // Ours: the provider's is not in our languages.
      pdf: payment.pdf && invoiceLink(billing, payment.invoice),
      plan: prices.find(({ service_id: id }) => id === payment.priceServiceId)?.title,
    }));
}
