import { expect, test } from 'vitest';
import published from './examples.json' with { type: 'json' };
import {
  createMonthlyPrice,
  createPayingCustomer,
  testApiKey,
  startTestSandbox,
} from './fixtures.ts';

type Node = Record<string, unknown>;
const examples: Record<string, Node> = published.objects;

const { sandbox, stripe, authenticatePayment } = await startTestSandbox();

const call = async (path: string, method = 'GET'): Promise<unknown> => {
  const headers = { authorization: `Bearer ${testApiKey}` };
  const response = await fetch(`${sandbox.apiBase}/v1/${path}`, { method, headers });
  expect(response.status).toBe(200);
  return response.json();
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns every object of the provider in a reply, at any depth. */
function objectsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isNode(value)) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  const named = typeof value['object'] === 'string' && value['object'] !== 'list';
  return named ? [value, ...inner] : inner;
}

const kindOf = (node: Node) =>
  node['deleted'] ? `deleted_${node['object']}` : `${node['object']}`;

// Names that the caller chooses, and an event's object, which may be of any kind.
const open = new Set(['metadata', 'data.object', 'subscription_details.metadata']);

/**
 * Returns the paths where a reply lacks a key of the published example or has a value of another type.
 */
function differences(example: unknown, reply: unknown, path: string): string[] {
  if (reply === undefined) return [`${path} is missing`];
  if (example === null || reply === null || [...open].some((name) => path.endsWith(`.${name}`))) {
    return [];
  }
  if (Array.isArray(example)) {
    if (!Array.isArray(reply)) return [`${path} is no list`];
    if (example.length === 0) return [];
    return reply.flatMap((entry, index) => differences(example[0], entry, `${path}[${index}]`));
  }
  if (isNode(example)) {
    if (!isNode(reply)) return [`${path} is no object`];
    return Object.entries(example).flatMap(([key, value]) =>
      differences(value, reply[key], `${path}.${key}`),
    );
  }
  return typeof example === typeof reply ? [] : [`${path} is ${typeof reply}`];
}

/** Creates an object of every kind, and deletes some of them. */
async function everyKind() {
  const price = await createMonthlyPrice(stripe, 1_000);
  const free = await createMonthlyPrice(stripe, 0);
  const unpriced = await stripe.products.create({ name: 'Unpriced' });
  const customer = await createPayingCustomer(stripe);
  const owner = { customer: customer.id };
  const leaving = await stripe.customers.create({ email: 'rui@example.com' });
  const trial = { items: [{ price: price.id }], trial_period_days: 14 };
  await stripe.subscriptions.create({ ...owner, ...trial });
  await stripe.subscriptions.create({ ...owner, items: [{ price: free.id }] });
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  const promotion = { type: 'coupon' as const, coupon: coupon.id };
  const code = await stripe.promotionCodes.create({ promotion });
  const paid = await stripe.subscriptions.create({
    ...owner,
    discounts: [{ promotion_code: code.id }],
    items: [{ price: price.id }],
  });
  const [item] = paid.items.data;
  const dearer = await createMonthlyPrice(stripe, 3_000);
  await stripe.subscriptions.update(paid.id, { items: [{ id: item?.id ?? '', price: dearer.id }] });
  const declined = await createPayingCustomer(stripe, 'pm_card_chargeCustomerFail');
  const items = [{ price: price.id }];
  await stripe.subscriptions.create({ customer: declined.id, items });
  const canceled = await stripe.subscriptions.create({ customer: leaving.id, ...trial });
  await stripe.subscriptions.update(canceled.id, { cancel_at_period_end: true });
  const card = 'pm_card_authenticationRequired';
  const setup = await stripe.setupIntents.create({
    ...owner,
    payment_method: card,
    confirm: true,
  });
  await authenticatePayment(setup.client_secret ?? '', 'fail');
  const payment = { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true };
  const intent = await stripe.paymentIntents.create(payment);
  await stripe.refunds.create({ payment_intent: intent.id });
  const spare = await stripe.coupons.create({ amount_off: 1, currency: 'usd' });
  const charged = { ...owner, amount: 1, currency: 'usd' };
  await stripe.customers.createBalanceTransaction(customer.id, { amount: -5, currency: 'usd' });
  const waiting = await stripe.invoiceItems.create(charged);
  const draft = await stripe.invoices.create(owner);
  const { id: configuration } = await stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true } },
  });
  const session = await stripe.billingPortal.sessions.create({
    ...owner,
    configuration,
    return_url: 'https://example.com/',
  });
  const { number, ...rest } = { number: '4242424242424242', exp_month: '5', exp_year: '2040' };
  const token = await stripe.tokens.create({ card: { number, ...rest } });
  await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1_000) + 60 });
  const germanVat = { type: 'eu_vat' as const, value: 'DE136695976' };
  await stripe.customers.createTaxId(customer.id, germanVat);
  const taxId = await stripe.customers.createTaxId(customer.id, germanVat);
  return { taxId, customer, leaving, unpriced, spare, waiting, draft, session, token, paid };
}

test('every kind of reply has the keys and value types of the published example', async () => {
  const made = await everyKind();
  const replies = [
    made.session,
    made.token,
    await call(`customers/${made.leaving.id}`, 'DELETE'),
    await call(`products/${made.unpriced.id}`, 'DELETE'),
    await call(`coupons/${made.spare.id}`, 'DELETE'),
    await call(`invoiceitems/${made.waiting.id}`, 'DELETE'),
    await call(`invoices/${made.draft.id}`, 'DELETE'),
    await call(`tax_ids/${made.taxId.id}`, 'DELETE'),
    await call(`customers/${made.customer.id}/tax_ids`),
    await call('products'),
    await call('prices'),
    await call('customers'),
    await call(`customers/${made.customer.id}/balance_transactions`),
    await call('coupons'),
    await call('promotion_codes?expand[]=data.promotion.coupon'),
    await call(`payment_methods?customer=${made.customer.id}`),
    await call('setup_intents'),
    await call('payment_intents'),
    await call('charges'),
    await call('refunds'),
    await call('test_helpers/test_clocks'),
    await call('invoiceitems'),
    await call('subscriptions?status=all&expand[]=data.discounts'),
    await call('invoices?expand[]=data.payments&expand[]=data.discounts'),
    await call('events?limit=100'),
  ];
  const objects = replies.flatMap(objectsIn);

  expect([...new Set(objects.map(kindOf))].toSorted()).toEqual(Object.keys(examples).toSorted());
  expect([
    ...new Set(objects.flatMap((node) => differences(examples[kindOf(node)], node, kindOf(node)))),
  ]).toEqual([]);
});

test('the comparison reports a missing key and a value of another type', () => {
  const example = { a: { b: 1 }, list: [{ c: 'x' }], metadata: {} };
  const reply = { a: { b: '1' }, list: [{}], metadata: { d: 1 } };
  expect(differences(example, reply, 'it')).toEqual([
    'it.a.b is string',
    'it.list[0].c is missing',
  ]);
});
