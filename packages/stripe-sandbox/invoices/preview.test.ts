import * as fc from 'fast-check';
import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { readClock } from '#sandbox/stripe/store/store.ts';
import {
  createMonthlyPrice,
  createPayingCustomer,
  catchStripeError,
  invoiceOf,
  itemOf,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, store, advanceClock, renew } = await startTestSandbox();
const day = 86_400;

const pro = await createMonthlyPrice(stripe, 1_999);
const prices = [
  pro,
  await createMonthlyPrice(stripe, 0),
  await createMonthlyPrice(stripe, 333),
  await createMonthlyPrice(stripe, 12_345),
  await yearly(9_999),
  await yearly(100_001),
];

async function yearly(amount: number) {
  const recurring = { interval: 'year' as const };
  const product = String(pro.product);
  return stripe.prices.create({ product, currency: 'usd', unit_amount: amount, recurring });
}

const coupons = await Promise.all([
  stripe.coupons.create({ percent_off: 25.5, duration: 'forever' }),
  stripe.coupons.create({
    amount_off: 700,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 24,
  }),
  stripe.coupons.create({ percent_off: 33, duration: 'repeating', duration_in_months: 2 }),
  stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'once' }),
]);

const sums = ({ subtotal, total, amount_due, starting_balance, lines }: Stripe.Invoice) => ({
  subtotal,
  total,
  amount_due,
  starting_balance,
  lines: lines.data.map(({ amount }) => amount),
});

const anyChange = fc.record({
  price: fc.constantFrom(...prices),
  quantity: fc.integer({ min: 1, max: 7 }),
  behavior: fc.constantFrom(
    'always_invoice' as const,
    'always_invoice' as const,
    'create_prorations' as const,
    'none' as const,
  ),
  /** Share of the remaining period that passes before the change. */
  wait: fc.double({ min: 0, max: 0.9, noNaN: true }),
});

type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;

/** Previews and makes one change; compares the amounts due now or with the next period. */
async function changeOnce(id: string, { price, quantity, behavior, wait }: Change) {
  const previous = await stripe.subscriptions.retrieve(id);
  const { id: item, current_period_end: end } = itemOf(previous);
  await advanceClock(Math.floor((end - (await readClock(store))) * wait));
  const terms = {
    items: [{ id: item, price: price.id, quantity }],
    proration_behavior: behavior,
    proration_date: await readClock(store),
  };
  const preview = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: terms,
  });
  const updated = await stripe.subscriptions.update(id, { ...terms, expand: ['latest_invoice'] });
  const invoice = invoiceOf(updated);
  return { preview, invoice: invoice.id === previous.latest_invoice ? null : invoice };
}

/** Returns the next period's final invoice. */
async function renewed(id: string) {
  await renew(id);
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id);
  return stripe.invoices.retrieve(String(invoice));
}

/** Changes of a subscription, and subscriptions with each discount: 500 changes with `LONGRUN=all`. */
const [length, numRuns] = process.env['LONGRUN'] === 'all' ? [10, 10] : [5, 1];
const discounts = [undefined, ...coupons];

/** Makes the changes one after another; each costs what its preview showed, and so does the next period. */
async function chargeAsShown(changes: Change[], discount: Stripe.Coupon | undefined) {
  const { id: customer } = await createPayingCustomer(stripe);
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price: pro.id }],
    discounts: discount && [{ coupon: discount.id }],
  });
  let open: Stripe.Invoice | undefined;
  for (const change of changes) {
    const { preview, invoice } = await changeOnce(id, change);
    open = invoice ? undefined : preview;
    expect(sums(preview)).toEqual(sums(invoice ?? preview));
    expect(preview.total).toBeLessThanOrEqual(preview.subtotal);
  }
  const next = await stripe.invoices.createPreview({ subscription: id });
  const charged = sums(await renewed(id));
  expect(sums(next)).toEqual(charged);
  expect(sums(open ?? next)).toEqual(charged);
  await stripe.subscriptions.cancel(id);
}

describe('a preview', () => {
  test('equals the charge to the cent for random changes', { timeout: 300_000 }, async () => {
    const sequence = fc.array(anyChange, { minLength: length, maxLength: length });
    for (const discount of discounts) {
      const isCharged = fc.asyncProperty(sequence, (changes) => chargeAsShown(changes, discount));
      await expect(fc.assert(isCharged, { numRuns, endOnFailure: true })).resolves.toBeUndefined();
    }
  });

  test('of a new subscription shows its first invoice and the later ones', async () => {
    const { id: customer } = await createPayingCustomer(stripe);
    const [percent] = coupons;
    const { times_redeemed: redeemed } = await stripe.coupons.retrieve(percent?.id ?? '');
    const params = {
      customer,
      discounts: [{ coupon: percent?.id ?? '' }],
      subscription_details: { items: [{ price: pro.id }] },
    };
    const preview = await stripe.invoices.createPreview(params);
    expect(preview).toMatchObject({
      id: expect.stringMatching(/^upcoming_in_/),
      status: 'draft',
      subtotal: 1_999,
      total: 1_489,
      total_discount_amounts: [{ amount: 510 }],
    });
    const trial_end = (await readClock(store)) + 14 * day;
    const onTrial = { ...params, subscription_details: { items: [{ price: pro.id }], trial_end } };
    expect((await stripe.invoices.createPreview(onTrial)).total).toBe(0);
    const later = { ...onTrial, preview_mode: 'recurring' as const };
    expect((await stripe.invoices.createPreview(later)).total).toBe(1_489);
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await stripe.coupons.retrieve(percent?.id ?? '')).times_redeemed).toBe(redeemed);
  });

  test('is refused when nothing will be invoiced', async () => {
    const { id: customer } = await createPayingCustomer(stripe);
    const items = [{ price: pro.id }];
    const { id } = await stripe.subscriptions.create({ customer, items });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(
      await catchStripeError(stripe.invoices.createPreview({ subscription: id })),
    ).toMatchObject({
      code: 'invoice_upcoming_none',
    });
  });
});
