import { beforeEach, describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import {
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import {
  priceIdOf,
  signInOperator,
  testApplication,
  type TestMember,
} from '#server/test/application.ts';
import { connectToSandbox, reconcileAllNow, sentNotifications } from './test/fixtures.ts';

/** Emails about what happens to a subscription after its purchase (R-SUB-22). */
const product = await testApplication();
const { owner: store } = product.open;
const { sandbox, stripe } = await connectToSandbox(product);
const controls = sandboxControlsOf(product);
const small = await offerProduct(product, { price: 10, tier: 2 });
const large = await offerProduct(product, { price: 30, tier: 3 });
const yearly = await offerProduct(product, { price: 300, tier: 3, period: BillingPeriod.Yearly });
const once = await offerProduct(product, { price: 40, period: BillingPeriod.Once });
const operator = await signInOperator(product);
await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });

beforeEach(controls.freezeCustomers);

const subscribe = async (price: string) => {
  const owner = await registerWithPlan(product, price, { subscriptionCardToken: testCards.good });
  const { customer } = await owner.api.subscriptions.getCurrent();
  return { owner, customer: customer?.id ?? '' };
};

const payerOf = ({ tenant, user }: TestMember, customer = '') => ({
  tenant: trusted.tenantId(tenant),
  customer,
  email: user.email,
});

/** Returns how often each kind of notification was sent; the receipt of the purchase is one of them. */
const sentKinds = async (owner: TestMember) => {
  const { causes, subjects } = await sentNotifications(product, payerOf(owner));
  expect(subjects.length).toBeGreaterThanOrEqual(causes.length);
  return causes.map((cause) => cause.split(':')[0]).toSorted();
};

/** Returns subjects and texts of the emails to a person, once all are sent. */
const textsTo = async ({ user: { email } }: TestMember) => {
  type Mail = { subject: string; text: string };
  const mails = async () =>
    (await product.app.inject(`/sandbox/mail.json?to=${email}`)).json<Mail[]>();
  const { rowCount } = await store.query('select from emails where recipient = $1', [email]);
  await expect.poll(async () => (await mails()).length).toBe(rowCount);
  return (await mails()).map(({ subject, text }) => `${subject}\n${text}`);
};

const update = ({ api }: TestMember, subscriptionPriceId: string) =>
  api.subscriptions.update({ body: { subscriptionPriceId } });

const cancel = ({ api }: TestMember) => api.subscriptions.cancel({ body: { atPeriodEnd: true } });

describe('Each cancellation and each resumption sends an email (R-SUB-24)', () => {
  test('by the product', async () => {
    const { owner } = await subscribe(small);
    await cancel(owner);
    await update(owner, small);
    // The provider's times are whole seconds.
    await controls.advance(1 / 1_440);
    await cancel(owner);
    expect(await sentKinds(owner)).toEqual(['movesToFree', 'movesToFree', 'paid', 'resumed']);
    await update(owner, small);
    await reconcileAllNow(product);
    expect(await sentKinds(owner)).toEqual([
      'movesToFree',
      'movesToFree',
      'paid',
      'resumed',
      'resumed',
    ]);
  });

  test('by the portal of the provider', async () => {
    const { owner, customer } = await subscribe(small);
    const { data } = await stripe.subscriptions.list({ customer });
    const set = (cancels: boolean) =>
      stripe.subscriptions.update(data[0]?.id ?? '', { cancel_at_period_end: cancels });
    await set(true);
    await reconcileAllNow(product);
    await set(false);
    await reconcileAllNow(product);
    expect(await sentKinds(owner)).toEqual(['movesToFree', 'paid', 'resumed']);
  });
});

const titleOf = async (price: string) => {
  const products = await product.anyone.products.getAll();
  return products.find(({ prices }) => prices.some(({ id }) => id === price))?.title ?? '-';
};

describe('A change of plan sends an email (R-SUB-22)', () => {
  const told = async (owner: TestMember, price: string) => {
    const title = await titleOf(price);
    const texts = await textsTo(owner);
    return texts.filter((text) => /plano de .* mudou/.test(text) && text.includes(title)).length;
  };

  test('to a cheaper and to another one, once', async () => {
    const { owner } = await subscribe(large);
    await update(owner, small);
    await reconcileAllNow(product);
    expect([await told(owner, small), await told(owner, large)]).toEqual([1, 0]);
    await update(owner, large);
    await reconcileAllNow(product);
    expect([await told(owner, small), await told(owner, large)]).toEqual([1, 1]);
  });

  test('made by an operator, with the reason', async () => {
    const { owner } = await subscribe(large);
    const params = { id: owner.tenant };
    const query = { subscriptionPriceId: small };
    const preview = await operator.api.support.previewPlanChange({ params, query });
    const { amountDue = 0, prorationDate = null } = preview ?? {};
    const reason = 'You asked us by phone.';
    const body = { ...query, amountDue, prorationDate, atPeriodEnd: false, reason };
    await operator.api.support.changePlan({ params, body });
    expect(await told(owner, small)).toBe(1);
    expect((await textsTo(owner)).filter((text) => text.includes(reason))).toHaveLength(1);
  });

  test('made at the provider', async () => {
    const { owner, customer } = await subscribe(large);
    const { data } = await stripe.subscriptions.list({ customer });
    const [found] = data;
    const { rows } = await store.query<{ id: string }>(
      'select service_id as id from subscription_prices where id = $1',
      [small],
    );
    await stripe.subscriptions.update(found?.id ?? '', {
      items: [{ id: found?.items.data[0]?.id ?? '', price: rows[0]?.id ?? '' }],
    });
    await reconcileAllNow(product);
    await reconcileAllNow(product);
    expect(await told(owner, small)).toBe(1);
  });
});

test('An email about a plan that has ended names the plan that the organization has now (R-SUB-22)', async () => {
  const { owner } = await subscribe(small);
  await update(owner, await priceIdOf(product, 'Starter', BillingPeriod.Once));
  await reconcileAllNow(product);
  const moved = (await textsTo(owner)).filter((text) => text.includes('plano gratuito'));
  expect(moved).toEqual([expect.stringContaining('Plano: Starter')]);
});

test('A renewal that is paid from credit has a receipt (R-SUB-22)', async () => {
  const { owner } = await subscribe(small);
  const params = { id: owner.tenant };
  await operator.api.support.credit({ params, body: { amount: 25, reason: 'Sorry' } });
  await controls.advance(32);
  expect(await sentKinds(owner)).toEqual(['paid', 'paid', 'support']);
  const receipt = (await textsTo(owner)).find((text) => text.includes('Pago com seu crédito'));
  expect(receipt).toMatch(/Fatura: \S+/);
  expect(receipt).toMatch(/10,00/);
});

describe('A refund sends one email (R-SUP-04)', () => {
  const refundsToldTo = async (owner: TestMember) =>
    (await textsTo(owner)).filter((text) => text.startsWith('Reembolso de '));

  test('when it is made at the provider, once for each', async () => {
    const { owner, customer } = await subscribe(small);
    const { data } = await stripe.charges.list({ customer });
    const charge = data[0]?.id ?? '';
    for (const amount of [250, 300]) {
      await stripe.refunds.create({ charge, amount });
      await reconcileAllNow(product);
      await reconcileAllNow(product);
    }
    const { invoices } = await owner.api.subscriptions.getCurrent();
    const told = await refundsToldTo(owner);
    expect(told.map((text) => /US\$\s*[23],\d0/.exec(text)?.[0].slice(-4)).toSorted()).toEqual([
      '2,50',
      '3,00',
    ]);
    for (const text of told) expect(text).toContain(invoices[0]?.number ?? '-');
    for (const text of told) expect(text).toContain(`Plano: ${await titleOf(small)}`);
  });

  test('that names what was bought, when an operator refunds a purchase', async () => {
    const { owner } = await subscribe(small);
    await update(owner, once);
    const { invoices } = await owner.api.subscriptions.getCurrent();
    const body = { invoiceId: invoices[0]?.id ?? '', amount: 2, reason: 'You paid twice.' };
    await operator.api.support.refund({ params: { id: owner.tenant }, body });
    expect(await refundsToldTo(owner)).toEqual([
      expect.stringContaining(`Plano: ${await titleOf(once)}`),
    ]);
  });

  test('when an operator makes it, with the reason, also after the provider’s event', async () => {
    const { owner } = await subscribe(small);
    const { invoices } = await owner.api.subscriptions.getCurrent();
    const reason = 'You paid twice.';
    const body = { invoiceId: invoices[0]?.id ?? '', amount: 2, reason };
    await operator.api.support.refund({ params: { id: owner.tenant }, body });
    await reconcileAllNow(product);
    const told = await refundsToldTo(owner);
    expect([told.length, told[0]?.includes(reason)]).toEqual([1, true]);
  });
});

test('Each failed attempt of the provider sends an email with the date of the next one (R-SUB-22)', async () => {
  const { owner, customer } = await subscribe(small);
  const card = await stripe.paymentMethods.attach(testCards.failsLater, { customer });
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: card.id },
  });
  const { data } = await stripe.subscriptions.list({ customer });
  await stripe.subscriptions.update(data[0]?.id ?? '', { default_payment_method: card.id });
  await controls.advance(32);
  const attempts = async () =>
    (await textsTo(owner)).filter((text) => /pagamento de .* falhou/.test(text));
  expect(await attempts()).toHaveLength(1);
  expect((await attempts())[0]).toContain('Próxima tentativa: ');
  await controls.advance(3);
  await controls.advance(5);
  await reconcileAllNow(product);
  const told = await attempts();
  expect(told).toHaveLength(3);
  expect(told.filter((text) => text.includes('Outra tentativa'))).toHaveLength(2);
});

describe('The next charge (R-SUB-22)', () => {
  test('of a year is announced a month before, once', async () => {
    const { owner } = await subscribe(yearly);
    await controls.advance(330);
    expect(await sentKinds(owner)).toEqual(['paid']);
    await controls.advance(6);
    await reconcileAllNow(product);
    expect(await sentKinds(owner)).toEqual(['paid', 'renews']);
    const text = (await textsTo(owner)).find((one) => one.includes('renova em'));
    expect(text).toMatch(/renova em \d+ de [^]*Renova em: \d+ de [^]*Visa com final 4242/);
  });

  test('is announced when the card will have expired, once', async () => {
    const { owner, customer } = await subscribe(small);
    const { data } = await stripe.paymentMethods.list({ customer });
    const soon = new Date(Date.now() + (await sandbox.clockOffset()) * 1_000);
    await stripe.paymentMethods.update(data[0]?.id ?? '', {
      card: { exp_month: soon.getUTCMonth() + 1, exp_year: soon.getUTCFullYear() },
    });
    await controls.advance(2);
    await reconcileAllNow(product);
    await reconcileAllNow(product);
    expect(await sentKinds(owner)).toEqual(['cardExpires', 'paid']);
  });

  test('is announced a month before the card expires, unless it is replaced', async () => {
    const expiring = async () => {
      const { owner, customer } = await subscribe(yearly);
      const { data } = await stripe.paymentMethods.list({ customer });
      const soon = new Date(Date.now() + ((await sandbox.clockOffset()) + 90 * 86_400) * 1_000);
      await stripe.paymentMethods.update(data[0]?.id ?? '', {
        card: { exp_month: soon.getUTCMonth() + 1, exp_year: soon.getUTCFullYear() },
      });
      return { owner, customer };
    };
    const [kept, replaced] = [await expiring(), await expiring()];
    await reconcileAllNow(product);
    expect(await sentKinds(kept.owner)).toEqual(['paid']);
    const params = { token: testCards.other };
    await replaced.owner.api.subscriptions.updateCardToken({ params });
    await controls.advance(93);
    await reconcileAllNow(product);
    await reconcileAllNow(product);
    expect(await sentKinds(kept.owner)).toEqual(['cardExpires', 'paid']);
    expect(await sentKinds(replaced.owner)).toEqual(['paid']);
  });

  test('needs a card after the last one was removed', async () => {
    const { owner, customer } = await subscribe(small);
    await reconcileAllNow(product);
    const { data } = await stripe.paymentMethods.list({ customer });
    for (const { id } of data) await stripe.paymentMethods.detach(id);
    await reconcileAllNow(product);
    await reconcileAllNow(product);
    expect(await sentKinds(owner)).toEqual(['cardRemoved', 'paid']);
  });
});
