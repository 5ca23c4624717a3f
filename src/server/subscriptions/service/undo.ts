import type { House } from '#server/house.ts';
import { unlessGone } from '#server/payments/gateway-connection.ts';
import { abandon, type Intent } from '#server/payments/intents.ts';
import { requestOf, withCustomer } from './customer.ts';

/**
 * Reverses everything that an intent left at the provider, including payments, and closes it.
 * Idempotent.
 */
export async function undo(house: House, intent: Intent) {
  const { isNew } = requestOf(intent);
  // The customer may exist without being recorded: the same idempotency key returns the same one.
  const { customer_id: customer } = isNew ? await withCustomer(house, intent) : intent;
  if (customer !== null) {
    await takeBack(house, intent, customer).catch(unlessGone);
    if (isNew) await house.gateway.deleteCustomer(customer);
    else await restore(house, intent, customer).catch(unlessGone);
  }
  await abandon(house.database, intent);
}

type Ordered = Pick<Intent, 'id' | 'kind' | 'service_id'>;

/** Reverses what an intent created for a customer, including payments. Idempotent. */
export async function takeBack({ gateway }: House, intent: Ordered, customer: string) {
  if (intent.kind === 'change_plan') {
    const { changePending, latestInvoice } = await gateway.retrieveSubscription(
      intent.service_id ?? '',
    );
    if (changePending && latestInvoice) await gateway.takeBack(latestInvoice, intent.id);
    return;
  }
  for (const { id, status } of await gateway.invoicesOfIntent(customer, intent.id)) {
    if (status !== 'void') await gateway.takeBack(id, intent.id);
  }
  for (const subscription of await gateway.listSubscriptions(customer)) {
    const { id, metadata, latestInvoice, endedAt } = subscription;
    if (metadata['intentId'] !== intent.id) continue;
    if (!endedAt) await gateway.cancelSubscription(id);
    if (latestInvoice) await gateway.takeBack(latestInvoice, intent.id);
  }
}

/** Restores the previous card and discounts. */
async function restore({ gateway }: House, intent: Intent, customer: string) {
  const { card, cardBefore, cardsBefore, discountsBefore } = requestOf(intent);
  if (discountsBefore !== null && intent.service_id) {
    await gateway.setDiscounts(intent.service_id, discountsBefore, `${intent.id}:discounts-back`);
  }
  if (card === null) return;
  await gateway.setDefaultCard(customer, cardBefore);
  for (const { id } of await gateway.listCards(customer)) {
    if (!cardsBefore.includes(id)) await gateway.removeCard(id);
  }
}
