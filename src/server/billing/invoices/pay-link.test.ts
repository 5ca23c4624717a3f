import { describe, expect, test } from 'vitest';
import { invoiceLink } from '#server/billing/payments/invoice-link.ts';
import { payToken } from '#server/billing/payments/pay-link.ts';
import { connectToSandbox, reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { testApplication, type TestMember } from '#server/test/application.ts';

/** Links of emails that pay one invoice without a session (R-SUB-25). */
const product = await testApplication();
const { app, anyone, context, open } = product;
const { stripe } = await connectToSandbox(product);
const controls = sandboxControlsOf(product);
const price = await offerProduct(product, { price: 10 });

/** Registers owners whose renewal failed, with their open invoices. */
const overdue = await Promise.all(
  Array.from({ length: 6 }, async () => {
    const owner = await registerWithPlan(product, price, { subscriptionCardToken: testCards.good });
    const customer = (await owner.api.subscriptions.getCurrent()).customer?.id ?? '';
    const { id } = await stripe.paymentMethods.attach(testCards.failsLater, { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    return { owner, customer };
  }),
);
await controls.advance(32);

async function takeOverdue() {
  const next = overdue.pop();
  if (!next) throw new Error('Register one owner more');
  const { data } = await stripe.invoices.list({ customer: next.customer, status: 'open' });
  const [invoice] = data;
  if (!invoice) throw new Error('No open invoice');
  const token = payToken(context.linkKey, { tenant: next.owner.tenant, invoice: invoice.id });
  return { ...next, invoice, token };
}

type Mail = { subject: string; text: string; html: string };
const mailsTo = async ({ user }: TestMember, subject: RegExp) => {
  const mails = (await app.inject(`/sandbox/mail.json?to=${user.email}`)).json<Mail[]>();
  return mails.filter((mail) => subject.test(mail.subject));
};

const payable = (token: string) => anyone.billing.getPayable({ params: { token } });

const statusOf = async ({ api }: TestMember) =>
  (await api.subscriptions.getCurrent()).activeProduct?.status;

/** Pays on the provider's page of an invoice, as a browser does. */
const payOnPage = async (paymentUrl: string | null, paymentMethod: string) => {
  const { pathname, search } = new URL(paymentUrl ?? '');
  const url = `${pathname}/pay${search}`;
  const answer = await app.inject({ method: 'POST', url, payload: { paymentMethod } });
  return { answered: answer.statusCode, ...answer.json<{ client_secret?: string }>() };
};

describe('A pay link (R-SUB-25)', () => {
  test('of the email pays its invoice without a session, and then access returns', async () => {
    const { owner, invoice } = await takeOverdue();
    await expect.poll(async () => (await mailsTo(owner, /falhou/)).length).toBeGreaterThan(0);
    const [mail] = await mailsTo(owner, /falhou/);
    const link = /http\S+\/pay\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(mail?.html).toContain(link);
    const token = new URL(link).searchParams.get('token') ?? '';
    const shown = await payable(token);
    expect(shown).toEqual({
      organization: (await owner.api.tenants.get({ params: { id: owner.tenant } })).name,
      number: invoice.number,
      amount: 1_000,
      currency: 'usd',
      status: 'open',
      payBy: expect.any(String),
      isReadOnly: false,
      paymentUrl: expect.stringContaining(`/invoices/${invoice.id}?key=`),
    });
    expect((await payOnPage(shown.paymentUrl, testCards.declined)).answered).toBe(400);
    expect(await statusOf(owner)).toBe('past_due');
    expect((await payOnPage(shown.paymentUrl, testCards.good)).answered).toBe(200);
    await reconcileAllNow(product);
    expect(await statusOf(owner)).toBe('active');
    expect(await payable(token)).toMatchObject({ status: 'paid', paymentUrl: null });
    expect((await payOnPage(shown.paymentUrl, testCards.good)).answered).toBe(400);
  });

  test('waits for the bank to authenticate the payment', async () => {
    const { owner, token } = await takeOverdue();
    const { paymentUrl } = await payable(token);
    const { client_secret: secret } = await payOnPage(paymentUrl, testCards.confirms);
    expect((await payable(token)).status).toBe('open');
    await controls.confirm(secret);
    await reconcileAllNow(product);
    expect((await payable(token)).status).toBe('paid');
    expect(await statusOf(owner)).toBe('active');
  });

  test('is revoked while the organization is suspended, and for a void invoice', async () => {
    const { owner, token, invoice } = await takeOverdue();
    const suspend = (at: string) =>
      open.owner.query(
        `update tenants set suspended_at = ${at}, suspension_reason = ${at === 'null' ? at : "'x'"}
         where id = $1`,
        [owner.tenant],
      );
    await suspend('now()');
    expect(await payable(token)).toMatchObject({ status: 'closed', paymentUrl: null });
    await suspend('null');
    await stripe.invoices.voidInvoice(invoice.id);
    expect(await payable(token)).toMatchObject({ status: 'closed', paymentUrl: null });
  });

  test('pays an invoice that was written off, while it is the one that keeps access away', async () => {
    const { owner, token, invoice } = await takeOverdue();
    await stripe.invoices.markUncollectible(invoice.id);
    expect(await statusOf(owner)).toBe('past_due');
    const { status, paymentUrl } = await payable(token);
    expect(status).toBe('open');
    expect((await payOnPage(paymentUrl, testCards.good)).answered).toBe(200);
    await reconcileAllNow(product);
    expect(await statusOf(owner)).toBe('active');
  });

  test('is revoked for a written-off invoice once the subscription has ended', async () => {
    const { token, invoice, customer } = await takeOverdue();
    await stripe.invoices.markUncollectible(invoice.id);
    const [subscription] = (await stripe.subscriptions.list({ customer })).data;
    await stripe.subscriptions.cancel(subscription?.id ?? '');
    expect(await payable(token)).toMatchObject({ status: 'closed', paymentUrl: null });
  });

  test('works only as signed, for its purpose and for thirty days', async () => {
    const { owner, token, invoice } = await takeOverdue();
    const { linkKey } = context;
    const [tenant = '', id = '', expires = '', signature = ''] = token.split('.');
    const of = { tenant, invoice: id };
    const other = overdue[0]?.owner.tenant ?? '01990f3e-5c1a-7b2d-8e4f-0a1b2c3d4e5f';
    const pdfKey = new URL(invoiceLink(context, invoice.id)).searchParams.get('key') ?? '';
    const forged = [
      'unsigned',
      `${token}.x`,
      [tenant, id, expires, `${signature}x`].join('.'),
      [other, id, expires, signature].join('.'),
      [tenant, 'in_other', expires, signature].join('.'),
      [tenant, id, `${expires}z`, signature].join('.'),
      [tenant, id, expires, pdfKey].join('.'),
      payToken(linkKey, of, Date.now() - 1_000),
      payToken(linkKey, { ...of, invoice: 'in_unknown' }),
      payToken(linkKey, { ...of, tenant: '01990f3e-5c1a-7b2d-8e4f-0a1b2c3d4e5f' }),
    ];
    for (const each of forged) expect(await failureCodeOf(payable(each))).toBe('notFound');
    expect((await payable(token)).organization).not.toBe('');
    expect(await statusOf(owner)).toBe('past_due');
  });
});

test('a reminder is mailed once before the grace ends (R-SUB-22)', async () => {
  await controls.freezeCustomers();
  const owner = await registerWithPlan(product, price, { subscriptionCardToken: testCards.good });
  const customer = (await owner.api.subscriptions.getCurrent()).customer?.id ?? '';
  const { id } = await stripe.paymentMethods.attach(testCards.failsLater, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  await controls.advance(32);
  const reminders = () => mailsTo(owner, /ficará em modo somente leitura em/);
  expect(await reminders()).toEqual([]);
  await controls.advance(11);
  await reconcileAllNow(product);
  await reconcileAllNow(product);
  await expect.poll(async () => (await reminders()).length).toBe(1);
  expect((await reminders())[0]?.text).toContain('/pay?token=');
});
