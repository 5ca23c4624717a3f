import { expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import {
  connectToSandbox,
  reconcileAllNow,
  sentNotifications,
} from '#server/billing/payments/test/fixtures.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { testApplication } from '#server/test/application.ts';

/** Subscriptions whose invoices are sent with days to pay, which only Stripe's dashboard sets. */
const product = await testApplication();
const { stripe } = await connectToSandbox(product);
const { advance } = sandboxControlsOf(product);
const price = await offerProduct(product, { price: 100, period: BillingPeriod.Yearly });
const other = await offerProduct(product, { price: 300, tier: 3, period: BillingPeriod.Yearly });
const day = 86_400_000;

/** Subscribes, and renews with an invoice that may be paid for 30 days. */
async function ownerWithSentInvoice() {
  const owner = await registerWithPlan(product, price, { subscriptionCardToken: testCards.good });
  const { customer } = await owner.api.subscriptions.getCurrent();
  const [live] = (await stripe.subscriptions.list({ customer: customer?.id ?? '' })).data;
  await stripe.subscriptions.update(live?.id ?? '', {
    collection_method: 'send_invoice',
    days_until_due: 30,
  });
  await advance(366);
  return { owner, customer: customer?.id ?? '' };
}

test('An invoice with days to pay shows its due date, and a new card is not charged for it', async () => {
  const { owner } = await ownerWithSentInvoice();
  const { activeProduct, invoices } = await owner.api.subscriptions.getCurrent();
  const [invoice] = invoices;
  expect(invoice).toMatchObject({ status: 'open', amountToPay: 10_000 });
  const due = new Date(invoice?.created ?? 0).getTime() + 30 * day;
  expect(invoice?.dueDate).toBe(new Date(due).toISOString());
  expect(activeProduct).toMatchObject({ status: 'active', graceEnds: null });
  const params = { token: testCards.other };
  const changed = await owner.api.subscriptions.updateCardToken({ params });
  expect(changed.invoices[0]).toMatchObject({ status: 'open' });
  const paid = await owner.api.subscriptions.payInvoice({ params: { id: invoice?.id ?? '' } });
  expect(paid.invoices[0]).toMatchObject({ status: 'paid', amountPaid: 10_000, amountToPay: null });
});

test('Its grace counts from the due date, and the email says that it is overdue (R-SUB-09)', async () => {
  const { owner, customer } = await ownerWithSentInvoice();
  await advance(30);
  await reconcileAllNow(product);
  const { activeProduct, invoices } = await owner.api.subscriptions.getCurrent();
  expect(activeProduct?.status).toBe('past_due');
  const due = new Date(invoices[0]?.dueDate ?? 0).getTime();
  expect(activeProduct?.graceEnds).toBe(new Date(due + 14 * day).toISOString());
  const { tenant, user } = owner;
  const payer = { tenant: trusted.tenantId(tenant), customer, email: user.email };
  const { subjects } = await sentNotifications(product, payer);
  expect(subjects).toContainEqual(expect.stringMatching(/^Uma fatura de .* está vencida$/));
  const { status } = (
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.other } })
  ).activeProduct ?? { status: '' };
  expect(status).toBe('active');
});

test('Its plan is not changed here, since Stripe would not wait for the payment', async () => {
  const { owner, customer } = await ownerWithSentInvoice();
  const before = (await stripe.subscriptions.list({ customer })).data[0];
  const body = { subscriptionPriceId: other };
  expect(await failureCodeOf(owner.api.subscriptions.update({ body }))).toBe('billing.refused');
  const preview = owner.api.subscriptions.getUpcomingInvoice({ query: body });
  expect(await failureCodeOf(preview)).toBe('billing.refused');
  expect((await stripe.subscriptions.list({ customer })).data[0]).toEqual(before);
});
