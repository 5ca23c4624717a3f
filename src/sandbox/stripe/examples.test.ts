import { expect, test } from 'vitest';
import published from './examples.json' with { type: 'json' };
import { monthly, secretKey, testSandbox } from './test-sandbox.ts';

type Node = Record<string, unknown>;
const examples: Record<string, Node> = published.objects;

const { sandbox, stripe } = await testSandbox();

const call = async (path: string, method = 'GET'): Promise<unknown> => {
  const headers = { authorization: `Bearer ${secretKey}` };
  const response = await fetch(`${sandbox.apiBase}/v1/${path}`, { method, headers });
  expect(response.status).toBe(200);
  return response.json();
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object of the provider in a reply, however deep. */
function objectsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isNode(value)) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  const named = typeof value['object'] === 'string' && value['object'] !== 'list';
  return named ? [value, ...inner] : inner;
}

const kindOf = (node: Node) =>
  node['deleted'] ? `deleted_${node['object']}` : `${node['object']}`;

// Names of the caller's own, and an event's object, which may be of any kind.
const open = new Set(['metadata', 'data.object', 'subscription_details.metadata']);

/** Where a reply lacks a key of the published example, or has another kind of value there. */
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

test('every kind of reply has the keys and the kinds of values of the published example', async () => {
  const price = await monthly(stripe, 1_000);
  const free = await monthly(stripe, 0);
  const unpriced = await stripe.products.create({ name: 'Unpriced' });
  const customer = await stripe.customers.create({ email: 'ana@example.com', name: 'Ana' });
  const leaving = await stripe.customers.create({ email: 'rui@example.com' });
  const trial = { items: [{ price: price.id }], trial_period_days: 14 };
  await stripe.subscriptions.create({ customer: customer.id, ...trial });
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: free.id }] });
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
  });
  const canceled = await stripe.subscriptions.create({ customer: leaving.id, ...trial });
  await stripe.subscriptions.update(canceled.id, { cancel_at_period_end: true });

  const replies = [
    await call(`customers/${leaving.id}`, 'DELETE'),
    await call(`products/${unpriced.id}`, 'DELETE'),
    await call('products'),
    await call('prices'),
    await call('customers'),
    await call('subscriptions?status=all'),
    await call('invoices'),
    await call('events?limit=100'),
  ];
  const objects = replies.flatMap(objectsIn);

  expect([...new Set(objects.map(kindOf))].toSorted()).toEqual(Object.keys(examples).toSorted());
  expect(
    objects.flatMap((node) => differences(examples[kindOf(node)], node, kindOf(node))),
  ).toEqual([]);
});

test('the comparison sees a key that is missing and a value of another kind', () => {
  const example = { a: { b: 1 }, list: [{ c: 'x' }], metadata: {} };
  const reply = { a: { b: '1' }, list: [{}], metadata: { d: 1 } };
  expect(differences(example, reply, 'it')).toEqual([
    'it.a.b is string',
    'it.list[0].c is missing',
  ]);
});
