import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { transactionCurrencies } from '#contract/entities/currency.ts';
import { currencies, type Currency } from '#contract/money.ts';
import { BillingPeriod } from '#contract/periods.ts';
import type { Locale } from '#locales/locales.ts';
import { entriesOf, exported, imported } from '#server/enterprise/archives/test/archives.ts';
import { patience, startReceiver } from '#server/enterprise/webhooks/test/receiver.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  memberPassword,
  priceIdOf,
  sharedApplication,
  signInOperator,
  toTestMember,
} from '#server/test/application.ts';

const product = await sharedApplication();
const receiver = await startReceiver(product);
const subscriptionPriceId = await priceIdOf(product, 'Pro', BillingPeriod.Yearly);
const starter = await priceIdOf(product, 'Starter', BillingPeriod.Yearly);
const selectedSubscription = { subscriptionPriceId };
/** Currency with which an organization starts, by the language of its creator. */
const currencyIn: Partial<Record<Locale, Currency>> = {
  'pt-BR': 'brl',
  'es-MX': 'mxn',
  'hi-IN': 'inr',
  'en-US': 'usd',
};
const transaction = { description: 'PETR4', quantity: 3, price: 823, date: '2026-03-01' };
const code = (expected: string) => expect.objectContaining({ code: expected });

/** Registers an organization as a person whose browser has this language. */
const registerIn = async (language: string) => {
  const email = `${randomUUID()}@example.com`;
  const { accounts } = product.callerOf({ 'accept-language': language });
  const person = { email, firstName: 'Ana', lastName: 'Souza' };
  const organization = `Organization ${randomUUID()}`;
  const { verifyToken: token = '' } = await accounts.register({
    body: { organization, ...person, selectedSubscription },
  });
  const passwords = { password: memberPassword, passwordConfirm: memberPassword };
  return toTestMember(product, await accounts.verify({ body: { email, token, ...passwords } }));
};

const settings = (currency?: Currency) => ({
  name: `Renamed ${randomUUID()}`,
  appTheme: 'light' as const,
  appColor: 'teal' as const,
  ...(currency && { currency }),
});

/** Creates an organization and sets its currency. */
const organizationWith = async (currency: Currency) => {
  const organization = await createTestOrganization(product);
  const { api } = organization.owner;
  await api.tenants.update({ params: { id: organization.id }, body: settings(currency) });
  return { ...organization, api };
};

describe('The currency of an organization (R-ORG-13)', () => {
  test.each(Object.entries(currencyIn))(
    'is chosen by the language of the person who creates it: %s, %s',
    async (language, currency) => {
      const owner = await registerIn(language);
      expect(owner.user.currentTenant).toMatchObject({ currency });
      const name = `Second ${randomUUID()}`;
      const body = { name, selectedSubscription: { subscriptionPriceId: starter } };
      const { user } = await owner.api.tenants.create({ body });
      expect(user.currentTenant).toMatchObject({ name, currency });
    },
  );

  test('is changed by owners alone, and is in the log', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const call = { params: { id }, body: settings('eur') };
    const admin = await add(Role.Admin);
    const member = await add(Role.Member);
    for (const { api } of [admin, member]) {
      await expect(api.tenants.update(call)).rejects.toEqual(code('tenant.onlyOwner'));
    }
    expect(await owner.api.tenants.getCurrent()).toMatchObject({ currency: 'usd' });
    expect(await owner.api.tenants.update(call)).toMatchObject({ currency: 'eur' });
    const { items } = await owner.api.audit.getAll();
    expect(items[0]).toMatchObject({
      action: 'tenant.changed',
      before: { transaction_currency: 'usd' },
      after: { transaction_currency: 'eur' },
    });
  });

  test('stays as it is when a caller changes the rest alone', async () => {
    const { id, api } = await organizationWith('inr');
    await api.tenants.update({ params: { id }, body: settings() });
    expect(await api.tenants.get({ params: { id } })).toMatchObject({ currency: 'inr' });
  });

  test('has two decimals', async () => {
    const { id, owner } = await createTestOrganization(product);
    const others = currencies.filter((one) => !transactionCurrencies.includes(one));
    expect(others).toEqual(expect.arrayContaining(['jpy', 'clp', 'kwd', 'isk']));
    for (const currency of [...others, 'btc' as Currency]) {
      await expect(
        owner.api.tenants.update({ params: { id }, body: settings(currency) }),
      ).rejects.toMatchObject({ fields: { currency: ['field.invalid'] } });
    }
  });
});

describe('The currency is named by (R-ORG-13)', () => {
  test('each transaction of the API, in a list, alone and changed, also for operators', async () => {
    const { api, id: tenant } = await organizationWith('brl');
    const made = await api.transactions.create({ body: transaction });
    const params = { id: made.id };
    const rows = [
      made,
      await api.transactions.get({ params }),
      ...(await api.transactions.getAll()).items,
      ...(await api.transactions.getAll({ query: { search: 'petr' } })).items,
      await api.transactions.update({ params, body: { ...transaction, quantity: 2 } }),
    ];
    expect(rows.map(({ currency }) => currency)).toEqual(rows.map(() => 'brl'));
    const operator = await signInOperator(product);
    const { items } = await operator.api.transactions.getAllOfAll({ query: { limit: 200 } });
    expect(items.find((one) => one.tenant.id === tenant)).toMatchObject({ currency: 'brl' });
  });

  test('each reply with sums, also without transactions and of some', async () => {
    const { api } = await organizationWith('mxn');
    const sums = async () => [
      await api.transactions.getTotals(),
      await api.transactions.getTotals({ query: { search: 'petr', priceFrom: 900 } }),
      await api.transactions.getSummary(),
      await api.transactions.getSummary({ query: { dateFrom: '2026-03-02' } }),
      await api.transactions.getResults(),
    ];
    const named = Array.from({ length: 5 }, () => 'mxn');
    expect((await sums()).map(({ currency }) => currency)).toEqual(named);
    await api.transactions.create({ body: transaction });
    expect((await sums()).map(({ currency }) => currency)).toEqual(named);
  });

  test('transactions of two organizations of one person, each by its own', async () => {
    const [one, other] = [await organizationWith('mxn'), await createTestOrganization(product)];
    await other.add(Role.Owner, { person: one.owner });
    const api = product.callerOf({ ...one.owner.headers, 'x-tenant-key': other.id });
    expect(await api.transactions.create({ body: transaction })).toMatchObject({ currency: 'usd' });
    expect(await one.api.transactions.create({ body: transaction })).toMatchObject({
      currency: 'mxn',
    });
  });

  test('CSV files for people and for programs', async () => {
    const { api } = await organizationWith('brl');
    await api.transactions.create({ body: transaction });
    const csvOf = async (language?: 'pt-BR') => {
      const query = language ? { language } : {};
      const file = await api.transactions.exportCsv({ query });
      return (await file.text()).replace('\u{FEFF}', '').split('\n');
    };
    const [header = '', row = ''] = await csvOf();
    expect(header).toBe('id,description,quantity,price,amount,date,category,currency,createdAt');
    expect(row.split(',')[7]).toBe('BRL');
    const [names = '', cells = ''] = await csvOf('pt-BR');
    expect([names.split(';')[7], cells.split(';')[7]]).toEqual(['Moeda', 'BRL']);
  });

  test('webhook events of transactions', async () => {
    const { owner, api } = await organizationWith('inr');
    const endpoint = await receiver.subscribe(owner, [
      'transaction.created',
      'transaction.deleted',
    ]);
    const { id } = await api.transactions.create({ body: transaction });
    await api.transactions.remove({ params: { id } });
    await expect.poll(endpoint.types, patience).toHaveLength(2);
    for (const { data } of endpoint.received()) expect(data).toMatchObject({ currency: 'inr' });
  });

  test('archives, whose import takes it over', async () => {
    const from = await registerIn('pt-BR');
    await from.api.transactions.create({ body: transaction });
    const archive = await exported(from.api);
    const entries = await entriesOf(archive);
    const parsed = (name: string) => JSON.parse(entries.get(name) ?? '') as unknown;
    expect(parsed('manifest.json')).toMatchObject({ organization: { currency: 'brl' } });
    expect(parsed('organization.json')).toMatchObject({ transaction_currency: 'brl' });
    expect(parsed('transactions.jsonl')).toMatchObject({ price: 82_300, currency: 'brl' });
    expect(entries.get('transactions.csv')?.split('\n')[0]).toContain('currency');
    const to = await registerIn('hi-IN');
    await imported(to.api, archive);
    expect(await to.api.tenants.getCurrent()).toMatchObject({ currency: 'brl' });
    expect((await to.api.transactions.getAll()).items).toMatchObject([
      { ...transaction, currency: 'brl' },
    ]);
  });
});
