import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openListSheet } from '#e2e/support/lists.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { createVerifiedOwner } from '#e2e/support/users.ts';

test('the operator searches, sorts, filters and exports the lists of the portal (R-LSU-01, R-LSU-07, R-LST-12, R-LST-13)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name } = await ana.api.tenants.getCurrent();
  await openAsOperator(page, server);
  // Its eight columns have room.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin/tenants');
  const names = page.getByRole('table').getByRole('rowheader');
  await page.getByRole('columnheader', { name: 'Nome' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=name&descending=false/);
  await expect(names.first()).toContainText('Admin');
  await page.getByLabel('Buscar').fill(name);
  await expect(names).toHaveCount(1);
  await page.reload();
  await expect(names).toHaveCount(1);
  await expectAccessible(page);
  const organizations = await exportedCsv(page, 'tenants');
  expect(organizations.trim().split('\n')).toHaveLength(2);
  expect(organizations).toContain(`;${name};`);

  await page.goto('/admin/products');
  await page.getByRole('columnheader', { name: 'Nível' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Nível' }).getByRole('button').click();
  await expect(names.first()).toContainText('Unlimited');
  await page.getByLabel('Buscar').fill('star');
  await expect(names).toHaveText([/Starter/]);
  await expectAccessible(page);
  const lines = (await exportedCsv(page, 'products')).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Nível');
  expect(lines[1]).toMatch(/^Starter;1;.+;À venda$/);

  await page.goto('/admin/operators');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page
    .getByRole('group', { name: 'Filtrar', exact: true })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Financeiro' }).check();
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Nenhum resultado')).toBeVisible();
  await page.goBack();
  await expect(names.filter({ hasText: server.operator.email })).toBeVisible();
  await expectAccessible(page);
});

/** Exports the list of a page, and returns the text of the file. */
const exportedCsv = async (page: Page, file: string) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  return readFile(await download.path(), 'utf8');
};

/** Adds a filter by one of a few values. */
const choose = async (page: Page, filter: string, value: string) => {
  await page.getByRole('button', { name: 'Filtrar', exact: true }).click();
  const menu = page.getByRole('group', { name: 'Filtrar', exact: true });
  await menu.getByRole('button', { name: filter }).click();
  await page.getByRole('checkbox', { name: value }).check();
  await page.getByRole('button', { name: 'Aplicar' }).click();
};

test('the rows behind a figure and the members of an organization are filtered on a phone (R-LSU-01, R-LSU-06)', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name } = await ana.api.tenants.getCurrent();
  await ana.api.invitations.invite({
    body: {
      email: `bia-${name.slice(-4)}@example.com`,
      firstName: 'Bia',
      lastName: 'Reis',
      role: 3,
    },
  });
  await openAsOperator(page, server);
  await page.goto('/admin/dashboard/subscriptions');
  const names = page.getByRole('table').getByRole('rowheader');
  await expect(names.first()).toBeVisible();
  await page.getByLabel('Buscar').fill(name);
  await expect(names).toHaveText([name]);
  await openListSheet(page);
  await choose(page, 'Situação', 'Ativa');
  await expect(page.getByText('Nenhum resultado')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(names).toHaveText([name]);
  await expectAccessible(page);

  await names.getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'Membros' }).click();
  await expect(names).toHaveCount(2);
  await openListSheet(page);
  await choose(page, 'Função', 'Convidado');
  await expect(page).toHaveURL(/role=3/);
  await expect(names).toHaveText([/Bia Reis/]);
  await openListSheet(page);
  await page.getByRole('button', { name: 'Ordenar por' }).click();
  await page.getByRole('button', { name: 'Data de inclusão' }).click();
  await expect(page).toHaveURL(/sort=createdAt&descending=false/);
  await expectAccessible(page);
});
