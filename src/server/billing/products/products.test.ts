import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { db } from '#server/platform/database/query.ts';
import { drawPicture } from '#server/platform/files/test/pictures.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';

const product = await testApplication();
const { open, anyone, context } = product;
const operator = await signInOperator(product);
const { products } = operator.api;
const code = (name: string) => expect.objectContaining({ code: name });
const image = `data:image/png;base64,${(await drawPicture('png')).toString('base64')}`;

const monthly = { type: 1, billingPeriod: 3, price: 2.55, currency: 'eur', trialDays: 7 } as const;
const once = { type: 0, billingPeriod: 0, price: 0 } as const;
const robots = { order: 2, key: 'Robots', value: '5' };
const users = { order: 1, key: 'pricing.features.maxNumberOfUsers', translateInFrontend: true };
const createProduct = (body = {}) =>
  products.create({ body: { tier: 4, title: `Gold ${randomUUID()}`, active: true, ...body } });
const listProviderCatalogue = async () => context.stripe.listCatalogue();
const findAtProvider = async (serviceId: string) => {
  const all = await listProviderCatalogue();
  return [...all.products, ...all.prices].find(({ id }) => id === serviceId);
};

describe('A new product (R-PRD-01, R-PRD-03)', () => {
  test('is created with its prices and features, here and at the provider', async () => {
    const made = await createProduct({ image, prices: [monthly, once], features: [robots, users] });
    expect(made).toMatchObject({
      tier: 4,
      description: '',
      badge: '',
      maxUsers: 0,
      prices: [
        { type: 0, billingPeriod: 0, price: 0, currency: 'usd', priceBefore: null, active: true },
        { type: 1, billingPeriod: 3, price: 2.55, currency: 'eur', trialDays: 7 },
      ],
      features: [{ key: users.key, translateInFrontend: true, included: true }, robots],
    });
    expect(made.image).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/);
    expect(await findAtProvider(made.serviceId)).toMatchObject({ title: made.title, active: true });
    expect(await findAtProvider(made.prices[1]?.serviceId ?? '')).toMatchObject({
      product: made.serviceId,
      amount: 255,
      currency: 'eur',
      interval: 'month',
    });
    expect(await anyone.products.get({ params: { id: made.id } })).toEqual(made);
  });

  test('is described at the provider in words when its description is a translation key', async () => {
    const { id, tier, title, serviceId } = await createProduct({
      description: 'pricing.pro.description',
    });
    const shown = await findAtProvider(serviceId);
    expect(shown).toMatchObject({ description: expect.stringMatching(/^Para /) });
    const body = { tier, title, active: true, description: 'pricing.unlimited.description' };
    await products.update({ params: { id }, body });
    expect(await findAtProvider(serviceId)).toMatchObject({
      description: expect.stringMatching(/^Para /),
    });
    expect(await products.compare()).not.toContainEqual(expect.objectContaining({ id }));
    const words = { ...body, description: 'plan.of-mine' };
    await products.update({ params: { id }, body: words });
    expect(await findAtProvider(serviceId)).toMatchObject({ description: 'plan.of-mine' });
  });

  test('is listed to operators only while it is inactive (R-PRD-06, R-PRD-11)', async () => {
    const { id } = await createProduct({ active: false });
    const query = { activeOnly: 'false' };
    const idsOf = async (api: typeof anyone) =>
      (await api.products.getAll({ query })).map((product) => product.id);
    expect(await idsOf(operator.api)).toContain(id);
    const owner = await registerOwner(product);
    for (const api of [anyone, owner.api]) expect(await idsOf(api)).not.toContain(id);
  });

  test('keeps a given service id, which only one product may have', async () => {
    const details = { title: 'Of before', description: '', metadata: {} };
    const { id: serviceId } = await context.stripe.createProduct(details, randomUUID());
    expect((await createProduct({ serviceId })).serviceId).toBe(serviceId);
    await expect(createProduct({ serviceId })).rejects.toMatchObject({
      fields: { serviceId: ['field.invalid'] },
    });
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ tier: 1.5 }, 'tier'],
    [{ active: undefined }, 'active'],
    [{ maxUsers: -1 }, 'maxUsers'],
    [{ prices: [{ ...once, billingPeriod: 3 }] }, 'prices.0.billingPeriod'],
    [{ prices: [{ ...monthly, price: 1.005 }] }, 'prices.0.price'],
    [{ prices: [{ ...monthly, price: 123_456.789 }] }, 'prices.0.price'],
    [{ prices: [{ ...monthly, priceBefore: 654_321.001 }] }, 'prices.0.priceBefore'],
  ])('is refused with %j (R-GEN-05)', async (body, field) => {
    const before = (await products.getAll({ query: { activeOnly: 'false' } })).length;
    await expect(createProduct(body)).rejects.toMatchObject({
      code: 'validation',
      fields: { [field]: [expect.any(String)] },
    });
    expect(await products.getAll({ query: { activeOnly: 'false' } })).toHaveLength(before);
  });

  test('leaves nothing active at the provider when it is refused here', async () => {
    const { prices } = await createProduct({ prices: [monthly] });
    const title = `Twice ${randomUUID()}`;
    const taken = { ...once, serviceId: prices[0]?.serviceId };
    await expect(createProduct({ title, prices: [monthly, taken] })).rejects.toMatchObject({
      fields: { serviceId: ['field.invalid'] },
    });
    const left = (await listProviderCatalogue()).products.find((one) => one.title === title);
    expect(left?.active).toBe(false);
    expect(
      (await listProviderCatalogue()).prices.filter((one) => one.product === left?.id),
    ).toMatchObject([{ active: false }]);
  });
});

describe('A change of a product (R-PRD-02)', () => {
  test('also applies at the provider; the service id is fixed', async () => {
    const { id, serviceId, tier } = await createProduct({ image });
    const body = { tier, title: `Silver ${id}`, description: 'New', active: false, maxUsers: 7 };
    const changed = await products.update({ params: { id }, body: { ...body, serviceId } });
    expect(changed).toMatchObject({ ...body, serviceId, image: '' });
    expect(await findAtProvider(serviceId)).toMatchObject({
      title: body.title,
      description: 'New',
      active: false,
    });
    await expect(
      products.update({ params: { id }, body: { ...body, serviceId: 'prod_other' } }),
    ).rejects.toEqual(code('products.immutable'));
    await expect(anyone.products.get({ params: { id } })).rejects.toEqual(code('notFound'));
    expect((await products.get({ params: { id } })).title).toBe(body.title);
  });

  test('changes the features that show its numbers, whatever value they were given (R-PRD-09)', async () => {
    const auditLog = { ...users, order: 2, key: 'pricing.features.auditLog' };
    const features = [
      { ...users, value: '3' },
      { ...auditLog, value: '3' },
      { ...robots, order: 3 },
    ];
    const { id, tier, title } = await createProduct({ maxUsers: 3, features });
    const body = { tier, title, active: true, maxUsers: 8, auditDays: 90 };
    const changed = await products.update({ params: { id }, body });
    expect(changed.features.map(({ value }) => value)).toEqual(['8', '90', '5']);
    const offered = (await anyone.products.getAll()).find((one) => one.id === id);
    expect(offered?.features).toEqual(changed.features);
    const params = { id: changed.features[0]?.id ?? '' };
    const renamed = await products.updateFeature({ params, body: { ...users, value: '4' } });
    expect(renamed.value).toBe('8');
    expect(await products.getFeature({ params })).toEqual(renamed);
    const free = await products.update({ params: { id }, body: { ...body, maxUsers: 0 } });
    expect(free.features[0]?.value).toBeNull();
  });

  test('keeps the picture when its address is sent back', async () => {
    const { id, image: address, tier, title } = await createProduct({ image });
    const body = { tier, title, active: true, image: address };
    expect((await products.update({ params: { id }, body })).image).toBe(address);
  });

  test.each([
    ['serviceId', 'price_other'],
    ['type', 0],
    ['billingPeriod', 4],
    ['price', 3],
    ['currency', 'usd'],
    ['trialDays', 8],
    ['subscriptionProductId', randomUUID()],
  ])('can’t set %s of a price', async (field, value) => {
    const [price] = (await createProduct({ prices: [monthly] })).prices;
    const params = { id: price?.id ?? '' };
    await expect(
      products.updatePrice({ params, body: { active: false, [field]: value } }),
    ).rejects.toEqual(code('products.immutable'));
    expect(await products.getPrice({ params })).toEqual(price);
  });

  test('can set a price’s activity and strike-through amount', async () => {
    const [price] = (await createProduct({ prices: [monthly] })).prices;
    const params = { id: price?.id ?? '' };
    const body = { ...price, active: false, priceBefore: 5.1 };
    expect(await products.updatePrice({ params, body })).toEqual(body);
    expect(await findAtProvider(price?.serviceId ?? '')).toMatchObject({ active: false });
    await products.updatePrice({ params, body: { active: true } });
    expect(await findAtProvider(price?.serviceId ?? '')).toMatchObject({ active: true });
    expect((await products.getPrice({ params })).priceBefore).toBe(5.1);
  });

  test('can add, change and remove prices and features (R-PRD-09)', async () => {
    const { id: subscriptionProductId } = await createProduct();
    const price = await products.createPrice({ body: { ...monthly, subscriptionProductId } });
    const feature = await products.createFeature({ body: { ...robots, subscriptionProductId } });
    const params = { id: feature.id };
    await products.updateFeature({ params, body: { ...robots, included: false } });
    expect(await products.getFeature({ params })).toEqual({ ...feature, included: false });
    await expect(
      products.updateFeature({ params, body: { ...robots, subscriptionProductId: randomUUID() } }),
    ).rejects.toEqual(code('products.immutable'));
    await products.removeFeature({ params });
    await products.removePrice({ params: { id: price.id } });
    expect(await products.get({ params: { id: subscriptionProductId } })).toMatchObject({
      prices: [],
      features: [],
    });
    await expect(products.removeFeature({ params })).rejects.toEqual(code('notFound'));
    const nobodys = { subscriptionProductId: randomUUID() };
    await expect(products.createPrice({ body: { ...monthly, ...nobodys } })).rejects.toEqual(
      code('notFound'),
    );
  });
});

describe('Removing a product (R-PRD-04)', () => {
  test('archives it while it has subscribers, who keep it', async () => {
    const owner = await registerOwner(product, { plan: 'Pro' });
    const pro = (await products.getAll()).find(({ title }) => title === 'Pro');
    const held = (await owner.api.tenants.getCurrent()).products[0];
    const id = held?.subscriptionPrice.id ?? '';
    await products.removePrice({ params: { id } });
    expect((await products.getPrice({ params: { id } })).active).toBe(false);
    await products.remove({ params: { id: pro?.id ?? '' } });
    expect((await products.get({ params: { id: pro?.id ?? '' } })).active).toBe(false);
    expect((await anyone.products.getAll()).map(({ title }) => title)).not.toContain('Pro');
    expect((await owner.api.tenants.getCurrent()).products[0]?.active).toBe(true);
    expect(await findAtProvider(pro?.serviceId ?? '')).toMatchObject({ active: false });
  });

  test('deletes it when it has no subscribers', async () => {
    const { id, serviceId, prices } = await createProduct({ prices: [monthly] });
    await products.remove({ params: { id } });
    await expect(products.get({ params: { id } })).rejects.toEqual(code('notFound'));
    expect(await findAtProvider(serviceId)).toMatchObject({ active: false });
    expect(await findAtProvider(prices[0]?.serviceId ?? '')).toMatchObject({ active: false });
    await expect(products.remove({ params: { id } })).rejects.toEqual(code('notFound'));
  });
});

describe('The comparison with the provider (R-PRD-03)', () => {
  test('finds every kind of difference, and the repair leaves what is immutable', async () => {
    await products.repair();
    const missing = await createProduct({ prices: [monthly] });
    const differs = await createProduct();
    const fixed = await createProduct({ prices: [monthly] });
    const forgotten = await createProduct();
    await open.owner.query(
      `update subscription_products set service_id = 'prod_gone' where id = $1`,
      [missing.id],
    );
    await open.owner.query('update subscription_prices set price = 300 where id = $1', [
      fixed.prices[0]?.id,
    ]);
    await open.owner.query('delete from subscription_products where id = $1', [forgotten.id]);
    const { serviceId } = differs;
    await context.stripe.updateProduct(serviceId, { title: 'Elsewhere', description: '' });
    const summary = ({
      problem,
      field,
      here,
      there,
    }: Awaited<ReturnType<typeof products.compare>>[number]) => [problem, field, here, there];
    const found = await products.compare();
    expect(found.map(summary).toSorted()).toEqual([
      ['differs', 'title', differs.title, 'Elsewhere'],
      ['fixed', 'price', '300', '255'],
      ['missing', null, null, null],
      // The product deleted only here, and the one whose service id is wrong here.
      ['unknown', null, null, null],
      ['unknown', null, null, null],
    ]);
    expect((await products.repair()).map(summary)).toEqual([['fixed', 'price', '300', '255']]);
    expect(await findAtProvider(serviceId)).toMatchObject({ title: differs.title });
    expect(await findAtProvider(forgotten.serviceId)).toMatchObject({ active: false });
    const again = await products.get({ params: { id: missing.id } });
    expect(await findAtProvider(again.serviceId)).toMatchObject({ title: missing.title });
  });

  test('ignores what other products sell through the same account', async () => {
    const { id } = await context.stripe.createProduct(
      { title: 'Not ours', description: '', metadata: {} },
      randomUUID(),
    );
    await products.repair();
    expect(await findAtProvider(id)).toMatchObject({ active: true });
  });
});

describe('An empty catalog (R-PRD-05)', () => {
  test('stays empty until the operator generates the defaults, once', async () => {
    await createTestOrganization(product);
    await open.owner.query('delete from tenant_products');
    await open.owner.query('delete from subscription_products');
    const answer = await product.app.inject('/api/SubscriptionProduct/GetAll');
    expect(answer.statusCode).toBe(204);
    const [first, second] = await Promise.all([
      products.generateDefaults(),
      products.generateDefaults(),
    ]);
    expect(first.map(({ title }) => title)).toEqual(['Starter', 'Pro', 'Unlimited']);
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(await products.compare()).not.toContainEqual(
      expect.objectContaining({ problem: 'missing' }),
    );
  });
});

test('every change of the catalog notifies its caches, in any process', async () => {
  let notifications = 0;
  context.pageInvalidation.subscribe(() => {
    notifications += 1;
  });
  const { id } = await createProduct();
  expect(notifications).toBeGreaterThan(0);
  // The second notification comes from the database (LISTEN/NOTIFY), as do late ones of the tests before.
  await expect.poll(() => notifications).toBeGreaterThan(1);
  const before = notifications;
  // Simulates a change by another process.
  await open.operator((tx) =>
    tx.run(db.updateTable('subscription_products').set({ title: 'Other' }).where('id', '=', id)),
  );
  await expect.poll(() => notifications).toBeGreaterThan(before);
});
