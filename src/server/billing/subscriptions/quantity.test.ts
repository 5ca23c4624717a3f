import { expect, test } from 'vitest';
import {
  connectToSandbox,
  createPayingTenant,
  reconcileAllNow,
  recurringPricesOf,
} from '#server/billing/payments/test/fixtures.ts';
import { testApplication } from '#server/test/application.ts';

const product = await testApplication();
const { sandbox, stripe } = await connectToSandbox(product);
const [price = ''] = await recurringPricesOf(product);
await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });

/** Creates an organization that pays for a plan. */
const createPaidPlan = async () => {
  const { customer } = await createPayingTenant(product, stripe);
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  const { id, items } = await stripe.subscriptions.create({ customer, items: [{ price }] });
  const item = items.data[0]?.id ?? '';
  const total = async () => (await stripe.invoices.createPreview({ subscription: id })).total;
  const quantity = async () =>
    (await stripe.subscriptions.retrieve(id)).items.data.map((one) => one.quantity);
  return { id, item, total, quantity };
};

test.each(['create_prorations', 'none', 'always_invoice'] as const)(
  'a quantity that was changed at the provider (%s) becomes one again, and renewals cost what is shown (R-SUB-02)',
  async (proration_behavior) => {
    const { id, item, total, quantity } = await createPaidPlan();
    const regular = await total();
    await stripe.subscriptions.update(id, {
      items: [{ id: item, quantity: 5 }],
      proration_behavior,
    });
    expect(await quantity()).toEqual([5]);
    await reconcileAllNow(product);
    expect(await quantity()).toEqual([1]);
    // Time of four more units that was charged becomes credit, and no other.
    const credited = proration_behavior === 'always_invoice' ? 4 * regular : 0;
    expect(await total()).toBe(regular - credited);
    await reconcileAllNow(product);
    expect(await total()).toBe(regular - credited);
  },
);
