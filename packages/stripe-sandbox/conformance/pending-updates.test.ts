import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { createMonthlyPrice, itemOf } from '#sandbox/stripe/test/fixtures.ts';
import { attachDefaultCard, connectToProvider } from './test/provider.ts';

const { stripe, subscribe } = await connectToProvider();
const hour = 3_600;

/** Changes a subscription to a dearer price, with a card that is declined. */
async function changeInVain(more: Stripe.SubscriptionUpdateParams = {}) {
  const { customer, advance, made } = await subscribe();
  const { id: dearer } = await createMonthlyPrice(stripe, 9_000);
  await attachDefaultCard(stripe, customer, 'pm_card_chargeCustomerFail');
  const { id: item, price } = itemOf(made);
  const waiting = await stripe.subscriptions.update(made.id, {
    items: [{ id: item, price: dearer }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
    ...more,
  });
  const invoice = String(waiting.latest_invoice);
  return { customer, advance, waiting, invoice, former: price.id, dearer };
}

test('A change whose payment is declined waits, and is dropped when its invoice is void [docs.stripe.com/billing/subscriptions/pending-updates]', async () => {
  const { waiting, invoice, former } = await changeInVain();
  expect(itemOf(waiting).price.id).toBe(former);
  expect(waiting.pending_update).not.toBeNull();
  expect(waiting.status).toBe('active');
  await stripe.invoices.voidInvoice(invoice);
  const after = await stripe.subscriptions.retrieve(waiting.id);
  expect([after.pending_update, itemOf(after).price.id]).toEqual([null, former]);
});

test('A change that waits is applied once its invoice is paid, in the same period [docs.stripe.com/billing/subscriptions/pending-updates-reference]', async () => {
  const { customer, waiting, invoice, dearer } = await changeInVain();
  await attachDefaultCard(stripe, customer, 'pm_card_visa');
  expect((await stripe.invoices.pay(invoice)).status).toBe('paid');
  const changed = await stripe.subscriptions.retrieve(waiting.id);
  expect([changed.pending_update, itemOf(changed).price.id]).toEqual([null, dearer]);
  const { current_period_end } = itemOf(waiting);
  expect(itemOf(changed)).toMatchObject({ current_period_end });
});

test('A change that waits expires after 23 hours, and its invoice is void [docs.stripe.com/billing/subscriptions/pending-updates-reference]', async () => {
  const { advance, waiting, invoice, former } = await changeInVain();
  await advance(24 * hour);
  const after = await stripe.subscriptions.retrieve(waiting.id);
  expect([after.pending_update, itemOf(after).price.id]).toEqual([null, former]);
  expect((await stripe.invoices.retrieve(invoice)).status).toBe('void');
});

test('A change that costs nothing now is applied at once [docs.stripe.com/billing/subscriptions/pending-updates]', async () => {
  const { made } = await subscribe();
  const { id: cheaper } = await createMonthlyPrice(stripe, 500);
  const changed = await stripe.subscriptions.update(made.id, {
    items: [{ id: itemOf(made).id, price: cheaper }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'create_prorations',
  });
  expect([changed.pending_update, itemOf(changed).price.id]).toEqual([null, cheaper]);
});

test('A discount waits with the price, and its code is redeemed once the invoice is paid [docs.stripe.com/changelog/dahlia/2026-05-27/pending-subscription-updates-discount-and-discounts-properties]', async () => {
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'forever' });
  const { id: code } = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon },
  });
  const redeemed = async () => (await stripe.promotionCodes.retrieve(code)).times_redeemed;
  const { customer, waiting, invoice } = await changeInVain({
    discounts: [{ promotion_code: code }],
  });
  expect(waiting.discounts).toEqual([]);
  expect(waiting.pending_update?.discounts).toHaveLength(1);
  expect(await redeemed()).toBe(0);
  await attachDefaultCard(stripe, customer, 'pm_card_visa');
  await stripe.invoices.pay(invoice);
  expect((await stripe.subscriptions.retrieve(waiting.id)).discounts).toHaveLength(1);
  expect(await redeemed()).toBe(1);
});

test('Another change replaces one that waits, whose invoice is then void [docs.stripe.com/billing/subscriptions/pending-updates-reference]', async () => {
  const { customer, waiting, invoice } = await changeInVain();
  const { id: other } = await createMonthlyPrice(stripe, 2_000);
  await attachDefaultCard(stripe, customer, 'pm_card_visa');
  const changed = await stripe.subscriptions.update(waiting.id, {
    items: [{ id: itemOf(waiting).id, price: other }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
  });
  expect([changed.pending_update, itemOf(changed).price.id]).toEqual([null, other]);
  expect((await stripe.invoices.retrieve(invoice)).status).toBe('void');
});
