import { describe, expect, test } from 'vitest';
import {
  createMonthlyPrice,
  createPayingCustomer,
  catchStripeError,
  startTestSandbox,
  lastEventTypes,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, advanceClock } = await startTestSandbox();

const product = await stripe.products.create({ name: 'Import help' });
const once = await stripe.prices.create({
  product: product.id,
  currency: 'eur',
  unit_amount: 4_900,
});

/** Creates a draft over a customer's one-time purchase. */
async function purchase(card: string | null, quantity = 1) {
  const { id: customer } = await createPayingCustomer(stripe, card);
  const metadata = { intentId: 'i1' };
  const draft = await stripe.invoices.create({ customer, currency: 'eur', metadata });
  const pricing = { price: once.id };
  await stripe.invoiceItems.create({ customer, invoice: draft.id, pricing, quantity });
  return stripe.invoices.retrieve(draft.id ?? '');
}

describe('a purchase', () => {
  test('is drafted, finalized and paid', async () => {
    const draft = await purchase('pm_card_visa', 2);
    expect(draft).toMatchObject({
      status: 'draft',
      billing_reason: 'manual',
      number: null,
      amount_due: 9_800,
      metadata: { intentId: 'i1' },
      lines: { data: [{ amount: 9_800, description: 'Import help', quantity: 2 }] },
    });
    const open = await stripe.invoices.finalizeInvoice(draft.id ?? '', {
      expand: ['confirmation_secret'],
    });
    expect(open).toMatchObject({
      status: 'open',
      number: expect.stringMatching(/-0001$/),
      invoice_pdf: expect.any(String),
      hosted_invoice_url: expect.any(String),
      confirmation_secret: { type: 'payment_intent', client_secret: expect.stringMatching(/^pi_/) },
    });
    expect(await stripe.invoices.pay(open.id ?? '')).toMatchObject({
      status: 'paid',
      amount_paid: 9_800,
      amount_remaining: 0,
    });
    expect(await lastEventTypes(stripe, 7)).toEqual([
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
  });

  test('leaves an open invoice when declined, which can be voided', async () => {
    const { id = '' } = await purchase('pm_card_chargeCustomerFail');
    expect(await catchStripeError(stripe.invoices.pay(id))).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      paymentIntent: { status: 'requires_payment_method' },
    });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'open', attempted: true });
    expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void' });
    expect(await catchStripeError(stripe.invoices.pay(id))).toMatchObject({ statusCode: 400 });
  });

  test('needs a card, or authentication by the cardholder', async () => {
    const { id = '' } = await purchase(null);
    expect(await catchStripeError(stripe.invoices.pay(id))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('no `default_payment_method`'),
    });
    const secured = await purchase('pm_card_authenticationRequired');
    expect(await catchStripeError(stripe.invoices.pay(secured.id ?? ''))).toMatchObject({
      statusCode: 402,
      code: 'invoice_payment_intent_requires_action',
    });
  });

  test('includes pending items on request, and a coupon', async () => {
    const { id: customer } = await createPayingCustomer(stripe);
    const item = await stripe.invoiceItems.create({ customer, pricing: { price: once.id } });
    expect(item).toMatchObject({ amount: 4_900, invoice: null, description: 'Import help' });
    const coupon = await stripe.coupons.create({ percent_off: 50 });
    const draft = await stripe.invoices.create({
      customer,
      discounts: [{ coupon: coupon.id }],
      pending_invoice_items_behavior: 'include',
    });
    expect(draft).toMatchObject({ subtotal: 4_900, total: 2_450 });
    expect((await stripe.invoiceItems.retrieve(item.id)).invoice).toBe(draft.id);
    expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
    expect(await catchStripeError(stripe.invoiceItems.del(item.id))).toMatchObject({
      statusCode: 400,
    });
    const other = await stripe.invoiceItems.create({ customer, amount: 100, currency: 'eur' });
    expect(await stripe.invoiceItems.del(other.id)).toMatchObject({ deleted: true });
  });

  test("uses the customer's credit, and returns it when voided", async () => {
    const { id = '', customer } = await purchase('pm_card_visa');
    const balance = async () => {
      const found = await stripe.customers.retrieve(String(customer));
      return found.deleted ? undefined : found.balance;
    };
    await stripe.customers.update(String(customer), { balance: -5_000 });
    expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({
      status: 'paid',
      total: 4_900,
      amount_due: 0,
      starting_balance: -5_000,
      ending_balance: -100,
    });
    expect(await balance()).toBe(-100);
    const second = await stripe.invoices.create({ customer: String(customer), currency: 'eur' });
    const pricing = { price: once.id };
    await stripe.invoiceItems.create({ customer: String(customer), invoice: second.id, pricing });
    const open = await stripe.invoices.finalizeInvoice(second.id ?? '');
    expect(open).toMatchObject({ amount_due: 4_800 });
    expect(await balance()).toBe(0);
    await stripe.invoices.voidInvoice(open.id ?? '');
    expect(await balance()).toBe(-100);
  });

  test('is collected an hour later when auto-advance is on', async () => {
    const { id = '' } = await purchase('pm_card_visa');
    await stripe.invoices.finalizeInvoice(id, { auto_advance: true });
    await advanceClock(3_600);
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'paid' });
  });

  test('takes only one-time prices in the currency of its invoice', async () => {
    const { id: customer } = await createPayingCustomer(stripe);
    const renewing = await createMonthlyPrice(stripe, 1_000);
    const recurring = stripe.invoiceItems.create({ customer, pricing: { price: renewing.id } });
    expect(await catchStripeError(recurring)).toMatchObject({ param: 'pricing[price]' });
    const dollars = await stripe.invoices.create({ customer, currency: 'usd' });
    const mixed = stripe.invoiceItems.create({
      customer,
      invoice: dollars.id,
      pricing: { price: once.id },
    });
    expect(await catchStripeError(mixed)).toMatchObject({ param: 'currency' });
    expect(await stripe.invoices.del(dollars.id ?? '')).toMatchObject({ deleted: true });
    const { id = '' } = await purchase('pm_card_visa');
    await stripe.invoices.pay(id);
    expect(await catchStripeError(stripe.invoices.del(id))).toMatchObject({
      code: 'invoice_not_editable',
    });
  });
});
