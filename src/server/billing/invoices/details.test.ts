import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { retryWithoutDelay } from '#server/billing/payments/test/retries.ts';
import {
  expectFailure,
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { priceIdOf, sharedApplication, type TestMember } from '#server/test/application.ts';

const product = await sharedApplication();
const { stripe } = await connectToSandbox(product);
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const paid = await offerProduct(product, { price: 10, maxUsers: 3 });
const withCard = { subscriptionCardToken: testCards.good };

retryWithoutDelay();

const details = {
  legalName: 'Mesa Paulista de Operações Ltda.',
  country: 'BR',
  line1: 'Avenida Paulista 1000',
  line2: 'Conjunto 12',
  city: 'São Paulo',
  state: 'SP',
  postalCode: '01310-100',
  taxIds: [{ type: 'br_cnpj' as const, value: '11.222.333/0001-81' }],
  invoiceEmails: ['Contas@example.com', 'contas@example.com', 'fiscal@example.com'],
  purchaseOrder: 'PO-2026-17',
};
const stored = {
  ...details,
  taxIds: [{ type: 'br_cnpj', value: '11222333000181' }],
  invoiceEmails: ['contas@example.com', 'fiscal@example.com'],
};

const save = ({ api }: TestMember, change: object = {}) =>
  api.billing.updateDetails({ body: { ...details, ...change } });
const customerOf = async ({ api }: TestMember) =>
  (await api.subscriptions.getCurrent()).customer?.id ?? '';
const auditOf = async ({ tenant }: TestMember) => {
  const { rows } = await product.open.owner.query<{ after: object }>(
    `select after from audit_log where tenant_id = $1 and action = 'billing.changed' order by id`,
    [tenant],
  );
  return rows.map(({ after }) => after);
};

describe('Billing details (R-INV-01)', () => {
  test('are stored at the provider, and read from there', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    expect(await save(owner)).toEqual(stored);
    expect(await owner.api.billing.getDetails()).toEqual(stored);
    const id = await customerOf(owner);
    expect(await stripe.customers.retrieve(id)).toMatchObject({
      name: details.legalName,
      address: { country: 'BR', line1: 'Avenida Paulista 1000', postal_code: '01310-100' },
      invoice_settings: { custom_fields: [{ name: 'Purchase order', value: 'PO-2026-17' }] },
    });
    await stripe.customers.update(id, { name: 'Changed at the provider' });
    expect((await owner.api.billing.getDetails()).legalName).toBe('Changed at the provider');
  });

  test('keep the card, and can be emptied again', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    await save(owner);
    const emptied = { line2: '', country: '', taxIds: [], invoiceEmails: [], purchaseOrder: '' };
    expect(await save(owner, emptied)).toEqual({ ...details, ...emptied });
    expect((await owner.api.subscriptions.getCurrent()).cards).toHaveLength(1);
  });

  test('can be given before the first payment, and stay with the subscription', async () => {
    const owner = await registerWithPlan(product, free);
    const { legalName, ...none } = await owner.api.billing.getDetails();
    expect(legalName).toMatch(/^Organization /);
    expect(Object.values(none).every((value) => value.length === 0)).toBe(true);
    await save(owner);
    await owner.api.subscriptions.update({ body: { subscriptionPriceId: paid, ...withCard } });
    const [invoice] = (await stripe.invoices.list({ customer: await customerOf(owner) })).data;
    expect(invoice).toMatchObject({
      customer_name: details.legalName,
      customer_address: { city: 'São Paulo' },
      customer_tax_ids: [{ type: 'br_cnpj', value: '11222333000181' }],
      custom_fields: [{ value: 'PO-2026-17' }],
    });
  });

  test('are logged by name and never by value', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    await save(owner);
    await save(owner);
    await save(owner, { city: 'Campinas' });
    expect(await auditOf(owner)).toEqual([
      {
        legal_name: '•••',
        address: '•••',
        tax_ids: '•••',
        invoice_emails: '•••',
        purchase_order: '•••',
      },
      { address: '•••' },
    ]);
  });

  test('are gone with the organization', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    await save(owner);
    const id = await customerOf(owner);
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
  });

  test('are refused while the provider fails', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    await sandboxControlsOf(product).faults(['500'], 1_000);
    expect(await failureCodeOf(save(owner))).toBe('billing.providerUnavailable');
    await sandboxControlsOf(product).faults([]);
  });
});

describe('Letters that invoices can’t show (R-INV-06)', () => {
  test.each([
    ['legalName', '三菱商事株式会社'],
    ['line1', 'ул. Тверская 1'],
    ['line2', 'Nguyễn Huệ'],
    ['city', 'Αθήνα'],
    ['purchaseOrder', '№ 7'],
  ])('are refused at their field, %s: %s', async (field, value) => {
    const owner = await registerWithPlan(product, free);
    expect(await expectFailure(save(owner, { [field]: value }))).toMatchObject({
      code: 'validation',
      fields: { [field]: ['billing.unknownLetters'] },
    });
  });

  test('are not those of the languages of the product, nor unusual spaces and accents', async () => {
    const owner = await registerWithPlan(product, free);
    const legalName = 'Łódź\u202f& Cie\u0301 – “Ação” मेसा अंतरराष्ट्रीय ज़ेड';
    expect((await save(owner, { legalName })).legalName).toBe(legalName.normalize('NFC'));
  });
});

describe('A wrong tax id (R-INV-02)', () => {
  test('is refused at its field, and nothing changes', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    const taxIds = [
      { type: 'br_cpf', value: '529.982.247-25' },
      { type: 'br_cnpj', value: '11.222.333/0001-82' },
    ];
    expect(await expectFailure(save(owner, { taxIds }))).toMatchObject({
      code: 'validation',
      fields: { 'taxIds.1.value': ['billing.taxIdInvalid'] },
    });
    expect((await owner.api.billing.getDetails()).legalName).not.toBe(details.legalName);
  });

  test('is refused at its field when only the provider refuses it', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    const taxIds = [
      { type: 'eu_vat', value: 'DE136695976' },
      // The provider's documented format begins with 0; numbers that begin with 1 exist since 2023.
      { type: 'eu_vat', value: 'BE1000000120' },
    ];
    expect(await expectFailure(save(owner, { taxIds }))).toMatchObject({
      code: 'validation',
      fields: { 'taxIds.1.value': ['billing.taxIdRefused'] },
    });
    const { data } = await stripe.customers.listTaxIds(await customerOf(owner));
    expect(data).toEqual([]);
  });

  test.each([
    ['country', { country: 'ZZ' }, 'country'],
    ['email address', { invoiceEmails: ['accounting'] }, 'invoiceEmails.0'],
    ['line with a line break', { line1: 'a\nb' }, 'line1'],
    ['missing name', { legalName: ' ' }, 'legalName'],
  ])('and so is a wrong %s', async (_name, change, field) => {
    const owner = await registerWithPlan(product, free);
    const { fields } = await expectFailure(save(owner, change));
    expect(Object.keys(fields)).toEqual([field]);
  });
});

test('copies of receipts go to the addresses of the billing details, once each (R-INV-03)', async () => {
  const owner = await registerWithPlan(product, free);
  await save(owner, { invoiceEmails: ['copies@example.com', owner.user.email] });
  await owner.api.subscriptions.update({ body: { subscriptionPriceId: paid, ...withCard } });
  for (const _ of [1, 2]) await owner.api.subscriptions.getCurrent();
  const { rows } = await product.open.owner.query<{ recipient: string }>(
    `select recipient from emails where subject ~ '10[.,]00'
       and recipient in ('copies@example.com', $1)`,
    [owner.user.email],
  );
  expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(
    ['copies@example.com', owner.user.email].toSorted(),
  );
});
