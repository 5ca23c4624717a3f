import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CouponRecord } from '#contract/coupons.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  registrationBody,
  sandboxControlsOf,
  sandboxRecordsOf,
  sandboxRecordsOfCustomer,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';

const product = await testApplication({ INSTANCES: '1' });
const { context, open, anyone } = product;
const controls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const operator = await signInOperator(product);
const { coupons, products } = operator.api;

const small = await offerProduct(product, { price: 10, tier: 2, maxUsers: 0 });
const large = await offerProduct(product, { price: 30, tier: 3, maxUsers: 0 });
const euros = await offerProduct(product, { price: 20, tier: 4, maxUsers: 0, currency: 'eur' });
const withCard = { subscriptionCardToken: testCards.good };

beforeEach(controls.freezeCustomers);

const productOf = async (price: string) =>
  (await products.getPrice({ params: { id: price } })).subscriptionProductId;
const newCode = () => `C-${randomUUID().slice(0, 8)}`;
const create = (terms: object = {}) =>
  coupons.create({ body: { code: newCode(), percentOff: 50, duration: 'once', ...terms } });
const read = async ({ id }: CouponRecord) => coupons.get({ params: { id: id ?? '' } });
const setActive = ({ id }: CouponRecord, active: boolean) =>
  coupons.update({ params: { id: id ?? '' }, body: { active } });

const register = (price: string, { code }: { code: string }) =>
  registerWithPlan(product, price, { ...withCard, subscriptionCoupon: code });
const refusalOf = (price: string, { code }: { code: string }) =>
  failureCodeOf(
    anyone.accounts.register({
      body: registrationBody(price, { ...withCard, subscriptionCoupon: code }),
    }),
  );
const change = ({ api }: TestMember, price: string, { code }: { code?: string } = {}) =>
  api.subscriptions.update({
    body: { subscriptionPriceId: price, subscriptionCoupon: code ?? null },
  });
/** Returns the totals of an owner's invoices in minor units, newest first. */
const totalsOf = async ({ api }: TestMember) => {
  const { customer } = await api.subscriptions.getCurrent();
  const { invoices } = await sandboxRecordsOfCustomer(product, customer?.id);
  return invoices.map(({ total }) => total);
};
const dayAfter = async (days: number) => {
  const { now } = await sandboxRecordsOf(product);
  return new Date((now + days * 86_400) * 1_000).toISOString().slice(0, 10);
};

describe('A new coupon (R-CPN-01)', () => {
  test('is created with its terms, here and at the provider', async () => {
    const [id, expiresOn] = [await productOf(small), await dayAfter(10)];
    const terms = {
      percentOff: null,
      amountOff: 2.55,
      currency: 'usd',
      duration: 'repeating',
      durationInMonths: 3,
      products: [id],
      maxRedemptions: 7,
    };
    const made = await create({ ...terms, expiresOn });
    const end = new Date(`${expiresOn}T00:00:00Z`);
    end.setUTCDate(end.getUTCDate() + 1);
    expect(made).toMatchObject({
      ...terms,
      redemptions: 0,
      expiresAt: end.toISOString(),
      state: 'active',
    });
    expect(await context.stripe.findCoupon(made.code.toLowerCase())).toMatchObject({
      code: made.code,
      name: made.code,
      amountOff: 255,
      currency: 'usd',
      duration: 'repeating',
      durationInMonths: 3,
      products: [(await products.get({ params: { id } })).serviceId],
      maxRedemptions: 7,
      expiresAt: end,
      active: true,
      metadata: { couponId: made.id },
    });
    expect(await coupons.getAll()).toContainEqual(made);
    expect(await read(made)).toEqual(made);
  });

  const amount = { percentOff: null, amountOff: 5, currency: 'usd' };
  test.each([
    [{ code: 'CAFÉ' }, 'code', 'coupons.codeCharacters'],
    [{ code: ' ' }, 'code', 'field.required'],
    [{ percentOff: 0 }, 'percentOff', 'field.tooSmall'],
    [{ percentOff: 101 }, 'percentOff', 'field.tooLarge'],
    [{ percentOff: 12.345 }, 'percentOff', 'field.twoDecimals'],
    [{ percentOff: null }, 'percentOff', 'field.required'],
    [{ amountOff: 5 }, 'percentOff', 'field.invalid'],
    [{ ...amount, amountOff: 0 }, 'amountOff', 'field.tooSmall'],
    [{ ...amount, amountOff: null }, 'amountOff', 'field.required'],
    [{ ...amount, currency: null }, 'currency', 'coupons.currencyMissing'],
    [{ currency: 'usd' }, 'currency', 'field.invalid'],
    [{ ...amount, duration: 'forever' }, 'duration', 'coupons.endlessAmount'],
    [{ duration: 'repeating' }, 'durationInMonths', 'field.required'],
    [{ durationInMonths: 2 }, 'durationInMonths', 'field.invalid'],
    [{ products: [] }, 'products', 'field.required'],
    [{ products: [randomUUID()] }, 'products', 'field.invalid'],
    [{ maxRedemptions: 0 }, 'maxRedemptions', 'field.tooSmall'],
    [{ expiresOn: '2020-02-29' }, 'expiresOn', 'coupons.dateInPast'],
    [{ expiresOn: '2020-02-30' }, 'expiresOn', 'field.date'],
  ])('is refused with %j', async (terms, field, code) => {
    const before = await coupons.getAll();
    await expect(create(terms)).rejects.toMatchObject({
      code: 'validation',
      fields: { [field]: [code] },
    });
    expect(await coupons.getAll()).toEqual(before);
  });

  test('needs a price of its products in the currency of its amount', async () => {
    const only = { products: [await productOf(small), await productOf(euros)] };
    for (const currency of ['usd', 'eur', 'mxn']) {
      await expect(create({ ...amount, ...only, currency })).rejects.toMatchObject({
        fields: { currency: ['coupons.noPrice'] },
      });
    }
    expect((await create({ ...amount, currency: 'eur' })).currency).toBe('eur');
  });

  test('can’t take the code of an active one, whatever its case', async () => {
    const first = await create();
    const taken = { fields: { code: ['coupons.codeTaken'] } };
    await expect(create({ code: first.code.toUpperCase() })).rejects.toMatchObject(taken);
    const atProvider = await controls.coupon({ percentOff: 5 });
    await expect(create({ code: atProvider.code })).rejects.toMatchObject(taken);
    await setActive(first, false);
    const second = await create({ code: first.code });
    expect(await failureCodeOf(setActive(first, true))).toBe('coupons.codeTaken');
    expect(await read(second)).toMatchObject({ state: 'active' });
  });

  test('is created once among simultaneous ones with its code', async () => {
    const code = newCode();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => create({ code })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      expect(result.reason).toMatchObject({ fields: { code: ['coupons.codeTaken'] } });
    }
    const left = await stripe.coupons.list({ limit: 100 });
    expect(left.data.filter(({ name }) => name === code)).toHaveLength(1);
  });

  test('leaves nothing behind at the provider when it can’t be stored', async () => {
    const code = newCode();
    await open.owner.query(
      `alter table coupons add constraint planted check (promotion_code <> '${code}')`,
    );
    await expect(create({ code })).rejects.toMatchObject({ code: 'internal' });
    await open.owner.query('alter table coupons drop constraint planted');
    expect((await stripe.promotionCodes.list({ code })).data).toMatchObject([{ active: false }]);
    expect((await create({ code })).state).toBe('active');
  });
});

describe('A redemption', () => {
  test('counts at registration and at a plan change, until none is left (R-CPN-03)', async () => {
    const coupon = await create({ maxRedemptions: 2 });
    const owner = await register(small, coupon);
    expect(await totalsOf(owner)).toEqual([500]);
    const other = await registerWithPlan(product, small, withCard);
    await change(other, large, coupon);
    // Half of the new price, less the credit for the former one.
    expect(await totalsOf(other)).toEqual([500, 1_000]);
    expect(await read(coupon)).toMatchObject({ state: 'usedUp', redemptions: 2 });
    expect(await refusalOf(small, coupon)).toBe('billing.couponMaxRedeems');
    const third = await registerWithPlan(product, small, withCard);
    expect(await failureCodeOf(change(third, large, coupon))).toBe('billing.couponMaxRedeems');
    expect(await failureCodeOf(setActive(await read(coupon), true))).toBe('coupons.cannotActivate');
  });

  test('counts once among simultaneous ones of a code for one (R-CPN-03)', async () => {
    const coupon = await create({ maxRedemptions: 1 });
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => register(small, coupon)),
    );
    const opened = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(opened).toHaveLength(1);
    const codes = results.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code?: string }).code] : [],
    );
    expect(codes).toEqual(codes.map(() => 'billing.couponMaxRedeems'));
    expect(await Promise.all(opened.map(totalsOf))).toEqual([[500]]);
    expect(await read(coupon)).toMatchObject({ state: 'usedUp', redemptions: 1 });
  });

  test('is refused in another currency', async () => {
    const amount = { percentOff: null, amountOff: 5, currency: 'eur' };
    const coupon = await create(amount);
    expect(await refusalOf(small, coupon)).toBe('billing.invalidCoupon');
    expect(await totalsOf(await register(euros, coupon))).toEqual([1_500]);
  });

  test('is refused for other products, which it doesn’t reduce later either (R-CPN-04)', async () => {
    const only = await productOf(large);
    const coupon = await create({ products: [only], duration: 'forever' });
    const params = { code: coupon.code, currency: 'usd' as const };
    expect(await anyone.subscriptions.getCoupon({ params })).toMatchObject({ products: [only] });
    expect(await refusalOf(small, coupon)).toBe('billing.couponNotApplicable');
    expect((await read(coupon)).redemptions).toBe(0);
    const owner = await registerWithPlan(product, small, withCard);
    const query = { subscriptionPriceId: large, subscriptionCoupon: coupon.code };
    const preview = await owner.api.subscriptions.getUpcomingInvoice({ query });
    expect(preview).toMatchObject({ nextRenewal: { amount: 1_500 } });
    await change(owner, large, coupon);
    expect(await totalsOf(owner)).toEqual([500, 1_000]);
    await change(owner, small);
    await controls.advance(32);
    expect((await totalsOf(owner))[0]).toBe(1_000);
  });

  test('ends with the last day of the coupon (R-CPN-03)', async () => {
    const coupon = await create({ expiresOn: await dayAfter(1) });
    await register(small, coupon);
    await controls.advance(2);
    expect(await read(coupon)).toMatchObject({ state: 'expired', redemptions: 1 });
    expect(await refusalOf(small, coupon)).toBe('billing.couponInactive');
    expect(await failureCodeOf(setActive(coupon, true))).toBe('coupons.cannotActivate');
  });

  test('ends with its deactivation, and not for those who have it (R-CPN-02)', async () => {
    const coupon = await create({ duration: 'forever' });
    const owner = await register(small, coupon);
    expect(await setActive(coupon, false)).toMatchObject({ state: 'deactivated', redemptions: 1 });
    expect(await refusalOf(small, coupon)).toBe('billing.couponInactive');
    await controls.advance(32);
    expect((await totalsOf(owner))[0]).toBe(500);
    expect(await setActive(coupon, true)).toMatchObject({ state: 'active' });
    expect(await totalsOf(await register(small, coupon))).toEqual([500]);
  });
});

test('A coupon’s performance counts subscriptions and discounts by currency (R-CPN-03)', async () => {
  const coupon = await create({ duration: 'repeating', durationInMonths: 1 });
  const other = await create();
  const performance = async ({ id } = coupon) =>
    (await coupons.getPerformance()).find((one) => one.id === id);
  expect(await performance()).toMatchObject({ subscriptions: 0, discounts: [] });
  await register(small, coupon);
  await register(euros, coupon);
  const given = expect.arrayContaining([
    { currency: 'usd', amount: 5 },
    { currency: 'eur', amount: 10 },
  ]);
  expect(await performance()).toMatchObject({ subscriptions: 2, discounts: given });
  expect(await performance(other)).toMatchObject({ subscriptions: 0, discounts: [] });
  await controls.advance(32);
  expect(await performance()).toMatchObject({ subscriptions: 0, discounts: given });
});

test('A code of the provider is listed without an id, and works (R-CPN-03)', async () => {
  const { serviceId } = await products.get({ params: { id: await productOf(small) } });
  const { id } = await stripe.coupons.create({
    percent_off: 12.5,
    duration: 'forever',
    applies_to: { products: [serviceId] },
  });
  const code = newCode();
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, code });
  expect(await refusalOf(large, { code })).toBe('billing.couponNotApplicable');
  expect(await totalsOf(await register(small, { code }))).toEqual([875]);
  expect((await coupons.getAll()).find((one) => one.code === code)).toMatchObject({
    id: null,
    percentOff: 12.5,
    products: [await productOf(small)],
    redemptions: 1,
    state: 'active',
  });
  expect((await products.compare()).filter(({ title }) => title === code)).toEqual([]);
});

describe('The comparison with the provider (R-CPN-05)', () => {
  const differences = async () =>
    (await products.compare())
      .filter(({ kind }) => kind === 'coupon')
      .map(({ title, problem, field, here, there }) => [title, problem, field, here, there]);
  const atProvider = async ({ code }: CouponRecord) => {
    const found = await context.stripe.findCoupon(code);
    if (!found) throw new Error('missing at the provider');
    return found;
  };

  test('finds every kind of difference, and the repair leaves what is immutable', async () => {
    await products.repair();
    expect(await differences()).toEqual([]);
    const [missing, renamed, stopped, fixed, forgotten, over] = await Promise.all(
      Array.from({ length: 6 }, () => create({ maxRedemptions: 3 })),
    );
    if (!missing || !renamed || !stopped || !fixed || !forgotten || !over) throw new Error();
    await stripe.coupons.del((await atProvider(missing)).coupon);
    await stripe.coupons.update((await atProvider(renamed)).coupon, { name: 'Elsewhere' });
    await context.stripe.setPromotionCodeActive((await atProvider(stopped)).promotionCode, false);
    await open.owner.query('update coupons set percent_off = 60 where id = $1', [fixed.id]);
    await open.owner.query('delete from coupons where id = $1', [forgotten.id]);
    // What can't be redeemed here need not exist there.
    await setActive(over, false);
    await stripe.coupons.del((await atProvider(over)).coupon);
    expect((await differences()).toSorted()).toEqual(
      [
        [missing.code, 'missing', null, null, null],
        [renamed.code, 'differs', 'title', renamed.code, 'Elsewhere'],
        [stopped.code, 'differs', 'active', 'true', 'false'],
        [fixed.code, 'fixed', 'percentOff', '60', '50'],
        [forgotten.code, 'unknown', null, null, null],
      ].toSorted(),
    );
    await products.repair();
    expect(await differences()).toEqual([[fixed.code, 'fixed', 'percentOff', '60', '50']]);
    for (const coupon of [missing, renamed, stopped]) {
      expect(await atProvider(coupon)).toMatchObject({ name: coupon.code, active: true });
    }
    expect(await totalsOf(await register(small, missing))).toEqual([500]);
    expect(await refusalOf(small, forgotten)).toBe('billing.couponInactive');
  });

  test('leaves a code that another one has taken meanwhile', async () => {
    const coupon = await create();
    await context.stripe.setPromotionCodeActive((await atProvider(coupon)).promotionCode, false);
    const { id } = await stripe.coupons.create({ percent_off: 5 });
    await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: id },
      code: coupon.code,
    });
    await products.repair();
    expect(await differences()).toContainEqual([coupon.code, 'differs', 'active', 'true', 'false']);
  });

  test('ignores coupons that are used up or expired', async () => {
    const once = await create({ maxRedemptions: 1 });
    const brief = await create({ expiresOn: await dayAfter(1) });
    await register(small, once);
    await controls.advance(3);
    const found = await differences();
    for (const { code } of [once, brief]) {
      expect(found.filter(([title]) => title === code)).toEqual([]);
    }
  });
});
