import { describe, expect, test } from 'vitest';
import type { Api } from '#contract/api-client.ts';
import type { Currency } from '#contract/money.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { sharedApplication } from '#server/test/application.ts';
import { csvText, importFile, plainMapping, toContent } from './test/csv-files.ts';

const product = await sharedApplication();
const { id, owner } = await createTestOrganization(product);
const { api } = owner;

type Body = Parameters<Api['imports']['preview']>[0]['body'];
const preview = (text: string, given: Omit<Body, 'content'> = {}) =>
  api.imports.preview({ body: { content: toContent(text), ...given } });
/** Sets the currency of the organization. */
const useCurrency = async (currency: Currency) => {
  const body = { name: `Currency ${id}`, appTheme: 'dark', appColor: 'red', currency } as const;
  await api.tenants.update({ params: { id }, body });
};

describe('A row in another currency (R-IMP-11)', () => {
  const refused = (field: 'price' | 'currency') => ({
    valid: 0,
    wrong: 1,
    errors: [{ line: 2, field, code: 'field.currency' }],
  });
  const mapping = { ...plainMapping, columns: { ...plainMapping.columns, currency: 5 } };

  test.each<[currency: Currency, price: string]>([
    ['brl', 'USD 25.00'],
    ['brl', '25.00 USD'],
    ['brl', 'US$ 25.00'],
    ['brl', '$25.00'],
    ['brl', 'BRL 25.00 EUR'],
    ['inr', '$ 25.00'],
    ['inr', '€25.00'],
    ['usd', 'R$ 25.00'],
    ['usd', 'MX$25.00'],
    ['mxn', 'Rs. 25.00'],
    ['eur', '£25.00'],
    ['usd', 'XYZ 25.00'],
  ])('is wrong at its price in %s: %s', async (currency, price) => {
    await useCurrency(currency);
    const file = csvText(`Rent,1,${price},2026-01-01,`);
    expect(await preview(file, plainMapping)).toMatchObject(refused('price'));
    await expect(importFile(api, file)).rejects.toMatchObject({ code: 'import.wrongRows' });
  });

  test.each<[currency: Currency, named: string]>([
    ['brl', 'USD'],
    ['brl', '$'],
    ['usd', 'brl'],
    ['inr', 'Euro'],
  ])('is wrong at its column of currencies in %s: %s', async (currency, named) => {
    await useCurrency(currency);
    const file = csvText(`Rent,1,25,2026-01-01,,${named}`).replace('category', 'category,currency');
    for (const given of [mapping, {}]) {
      expect(await preview(file, given)).toMatchObject(refused('currency'));
    }
    expect(await preview(file, plainMapping)).toMatchObject({ valid: 1 });
  });

  test.each(['Price (USD)', 'Price [US$]', 'Price ( € )'])(
    'is wrong where the column is named %s',
    async (name) => {
      await useCurrency('brl');
      const file = csvText('Rent,1,25,2026-01-01,').replace('price', name);
      expect(await preview(file, plainMapping)).toMatchObject(refused('price'));
      const own = csvText('Rent,1,25,2026-01-01,').replace('price', 'Preço (R$)');
      expect(await preview(own, plainMapping)).toMatchObject({ valid: 1, wrong: 0 });
    },
  );

  test.each<[currency: Currency, named: string]>([
    ['brl', 'BRL'],
    ['brl', 'r$'],
    ['mxn', '$'],
    ['mxn', 'MXN'],
    ['inr', '₹'],
    ['inr', 'Rs.'],
    ['usd', ''],
  ])(
    'is none where the currency is that of the organization, %s: "%s"',
    async (currency, named) => {
      await useCurrency(currency);
      const file = csvText(`Rent,1,25,2026-01-01,,${named}`).replace(
        'category',
        'category,currency',
      );
      expect(await preview(file)).toMatchObject({ columns: { currency: 5 }, valid: 1, wrong: 0 });
    },
  );
});
