import type { Page } from '@playwright/test';
import type { Currency } from '#contract/money.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, restoreSession, type TestUser } from '#e2e/support/users.ts';
import type { Locale } from '#locales/locales.ts';
import { allTexts } from '#locales/translate.ts';

const transaction = { description: 'PETR4', quantity: 3, price: 823, date: '2026-03-01' };
const firstQuarter = '/app/dashboard?period=custom&from=2026-01-01&to=2026-03-31';

const setCurrency = ({ api, tenant: id }: TestUser, currency: Currency) => {
  const body = { name: `Currency ${id}`, appTheme: 'dark', appColor: 'red', currency } as const;
  return api.tenants.update({ params: { id }, body });
};

const readIn = (page: Page, url: string, locale: Locale) =>
  page.context().addCookies([{ name: 'locale', value: locale, url }]);

test('amounts are in the currency of the organization, plain in its language: list, filter, form, history, dashboard (R-ORG-13)', async ({
  page,
  server,
}) => {
  const [locale, amount] = ['es-MX', '$2,469.00'] as const;
  const { lists } = allTexts[locale];
  const owner = await createVerifiedOwner(server.url, 'Pro');
  await setCurrency(owner, 'mxn');
  const { id } = await owner.api.transactions.create({ body: transaction });
  await owner.api.transactions.update({
    params: { id },
    body: { ...transaction, price: 822 },
  });
  await owner.api.transactions.update({ params: { id }, body: transaction });
  await readIn(page, server.url, locale);
  await restoreSession(page, owner);
  await page.goto('/app/transactions?amountFrom=2469');
  const main = page.getByRole('main');
  await expect(main.getByRole('cell', { name: amount }).first()).toBeVisible();
  await expect(main.getByRole('search').getByText(amount)).toBeVisible();
  await expect(main.getByText('US$')).toHaveCount(0);

  await page.goto(`/app/transactions/${id}/edit`);
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('status').getByText(amount)).toBeVisible();
  const symbol = panel.locator('[aria-hidden]:has(+ input[inputmode=decimal])');
  await expect(symbol).toHaveText('$');
  await panel.getByText(lists.history.title).click();
  await expect(panel.getByText(amount.replace(/2(.)469/, '822')).first()).toBeVisible();

  await page.goto(firstQuarter);
  await expect(main.getByRole('link', { name: amount })).not.toHaveCount(0);
  await expect(main.getByText('US$')).toHaveCount(0);
});

test('an owner changes the currency, which changes the pages and the log (R-ORG-13)', async ({
  page,
  server,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  await owner.api.transactions.create({ body: transaction });
  await restoreSession(page, owner);
  await page.goto('/app/settings/organization/general');
  const choice = page.getByLabel('Moeda das transações');
  await expect(choice).toHaveValue('brl');
  await choice.selectOption('eur');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar' }).first().click();
  await expect(page.getByText('Organização atualizada')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao app' }).click();
  await page.getByRole('link', { name: 'Transações' }).first().click();
  await expect(page.getByRole('cell', { name: '€ 2.469,00' }).first()).toBeVisible();
  await page.goto('/app/settings/organization/audit');
  await expect(page.getByText('Moeda das transações: BRL → EUR')).toBeVisible();
});
