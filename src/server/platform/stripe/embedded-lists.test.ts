import { expect, test } from 'vitest';
import { startHttpServer, testSecretKey } from '#server/billing/payments/test/stripe-under-test.ts';
import { createStripeClient } from './client.ts';

/** A customer with one paid invoice, whose lists have more records than Stripe embeds. */
const count = 12;
const numbered = <T>(each: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => each(i));
const lines = numbered((index) => ({
  id: `il_${index}`,
  amount: index === count - 1 ? 5_000 : 100,
  period: { start: 0, end: index },
  pricing: { price_details: { price: `price_${index}` } },
}));
const payments = numbered((index) => ({
  is_default: index === count - 1,
  payment: { payment_intent: `pi_${index}` },
}));
const refunds = numbered((index) => ({
  id: `re_${index}`,
  amount: 1,
  currency: 'usd',
  status: index === 0 ? 'failed' : 'succeeded',
  metadata: index === 0 ? { intentId: 'sent back' } : {},
}));
const listOf = (data: object[], has_more = false) => ({ object: 'list', data, has_more });
const embedded = (data: object[]) => listOf(data.slice(0, 10), data.length > 10);
const invoice = {
  id: 'in_1',
  object: 'invoice',
  status: 'paid',
  created: 1,
  period_end: 1,
  due_date: null,
  status_transitions: { finalized_at: 1, paid_at: 1 },
  currency: 'usd',
  total: 6_100,
  amount_paid: 6_100,
  lines: embedded(lines),
  payments: embedded(payments),
};
const charge = {
  id: 'ch_1',
  paid: true,
  amount_refunded: count,
  payment_intent: `pi_${count - 1}`,
  refunds: embedded(refunds),
};
const answers: Record<string, object> = {
  '/v1/customers/cus_1': { id: 'cus_1', object: 'customer', invoice_settings: {}, metadata: {} },
  '/v1/invoices': listOf([invoice]),
  '/v1/invoices/create_preview': { ...invoice, id: 'upcoming_in_1' },
  '/v1/invoices/in_1': invoice,
  '/v1/invoices/in_1/lines': listOf(lines),
  '/v1/invoices/upcoming_in_1/lines': listOf(lines),
  '/v1/invoice_payments': listOf(payments),
  '/v1/charges': listOf([charge]),
  '/v1/refunds': listOf(refunds),
};
const apiBase = await startHttpServer(({ url = '' }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answers[new URL(url, apiBase).pathname] ?? listOf([])));
});
const client = createStripeClient({ secretKey: testSecretKey, apiBase });

test('a list inside of an object is read to its end (R-SUB-02)', async () => {
  const { payments: paid, refunds: refunded } = await client.readCustomerSnapshot('cus_1');
  expect(paid).toMatchObject([{ priceServiceId: `price_${count - 1}` }]);
  expect(refunded).toHaveLength(count - 1);
  const [listed] = await client.listInvoices('cus_1');
  expect(listed).toMatchObject({ refunded: count, lines: { length: count } });
  expect((await client.retrieveInvoiceDocument('in_1')).periods).toHaveLength(count);
  const preview = await client.previewInvoice({ customer: 'cus_1' } as never);
  expect(preview?.lines).toHaveLength(count);
});

test('a refund that the bank sent back is none (R-SUP-04)', async () => {
  expect(await client.hasRefund('in_1', 'sent back')).toBe(false);
});
