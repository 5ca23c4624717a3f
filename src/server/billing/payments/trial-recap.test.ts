import { expect, test } from 'vitest';
import { fromMinor, moneyFormatter } from '#contract/money.ts';
import {
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { InvalidRequest, ResourceMissing } from '#server/platform/stripe/errors.ts';
import { testApplication, type TestMember } from '#server/test/application.ts';
import { reconcileAllNow } from './test/fixtures.ts';
import { previewTrialCharge } from './trial-recap.ts';

/** Emails about the end of a trial say what was used in it, and what is charged then (R-SUB-26). */
const product = await testApplication();
const controls = sandboxControlsOf(product);
const price = await offerProduct(product, { price: 30, tier: 3, trialDays: 14 });
const { code } = await controls.coupon({ percentOff: 30, duration: 'forever' });

const record = async ({ api }: TestMember, times: number) => {
  for (let time = 0; time < times; time += 1) {
    const body = { description: 'PETR4', quantity: 1, price: 1, date: '2026-01-01' };
    await api.transactions.create({ body });
  }
};

const textsTo = async ({ user }: TestMember, subject: RegExp) => {
  type Mail = { subject: string; text: string };
  const mails = (await product.app.inject(`/sandbox/mail.json?to=${user.email}`)).json<Mail[]>();
  return mails.filter((mail) => subject.test(mail.subject)).map(({ text }) => text);
};

test('before and at the end of a trial, in figures, with the amount of the preview', async () => {
  const paying = await registerWithPlan(product, price, { subscriptionCoupon: code });
  const leaving = await registerWithPlan(product, price);
  await paying.api.subscriptions.updateCardToken({ params: { token: testCards.good } });
  await record(paying, 3);
  await record(leaving, 2);
  await controls.advance(12);
  await reconcileAllNow(product);
  await reconcileAllNow(product);
  const endsSoon = /termina em/;
  await expect.poll(async () => (await textsTo(leaving, endsSoon)).length).toBe(1);
  await expect.poll(async () => (await textsTo(paying, endsSoon)).length).toBe(1);
  const upcoming = await paying.api.subscriptions.getUpcomingInvoice({ query: {} });
  const { amountDue = 0, currency = 'usd' } = upcoming ?? {};
  expect(amountDue).toBe(2_100);
  const [paid = ''] = await textsTo(paying, endsSoon);
  for (const part of [
    'Membros: 1',
    'Transações registradas: 3',
    `Cobrança nesse dia: ${moneyFormatter('pt-BR', currency)(fromMinor(amountDue, currency))}`,
    'Forma de pagamento: Visa',
  ]) {
    expect(paid).toContain(part);
  }
  const [free = ''] = await textsTo(leaving, endsSoon);
  expect(free).toContain('Transações registradas: 2');
  expect(free).not.toContain('Cobrança');
  await controls.advance(3);
  await reconcileAllNow(product);
  const hasEnded = /plano gratuito/;
  await expect.poll(async () => (await textsTo(leaving, hasEnded)).length).toBe(1);
  expect((await textsTo(leaving, hasEnded))[0]).toContain('Transações registradas: 2');
});

test.each([
  ['knows the subscription no more', new ResourceMissing('no such subscription', null)],
  ['refuses the preview', new InvalidRequest('canceled', { code: null, param: null })],
])('without an amount when the provider %s', async (_what, refusal) => {
  const { api, tenant } = await registerWithPlan(product, price);
  await api.subscriptions.updateCardToken({ params: { token: testCards.good } });
  const customer = (await api.subscriptions.getCurrent()).customer?.id ?? '';
  const { database, stripe } = product.context;
  const snapshot = await stripe.readCustomerSnapshot(customer);
  const now = new Date((snapshot.subscriptions[0]?.trialEnd?.getTime() ?? 0) - 86_400_000);
  const trial = { tenantId: trusted.tenantId(tenant), customer, snapshot, now };
  const refusing = { database, stripe: { previewInvoice: () => Promise.reject(refusal) } };
  expect(await previewTrialCharge({ database, stripe }, trial)).toMatchObject({ amount: 3_000 });
  expect(await previewTrialCharge(refusing, trial)).toBeNull();
});
