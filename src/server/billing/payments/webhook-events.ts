import type { DbTransaction } from '#server/platform/database/database.ts';
import { publishEvent } from '#server/platform/events/publish.ts';
import type { BillingNotification } from './billing-notification.ts';

/** Publishes the event of a payment that succeeded or failed, once, like its notification (R-WHK-03). */
export async function publishPayment(
  tx: DbTransaction,
  tenant: string,
  { cause, details, ...notification }: BillingNotification,
) {
  const invoice = cause.slice(cause.indexOf(':') + 1);
  const plan = details?.plan ?? null;
  if (notification.kind === 'received' || notification.kind === 'recovered') {
    const { amount, currency } = notification;
    const data = { invoice, amount, currency, plan };
    await publishEvent(tx, tenant, { type: 'payment.succeeded', data });
  }
  if (notification.kind === 'paymentFailed') {
    const { amount = null, currency = null } = details?.due ?? {};
    const data = { invoice, amount, currency, plan };
    await publishEvent(tx, tenant, { type: 'payment.failed', data });
  }
}
