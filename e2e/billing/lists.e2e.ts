import { BillingPeriod, PriceType } from '#contract/periods.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { billingPath, daySeconds, expect, subscriptionPanel } from '#e2e/support/billing.ts';
import { openListSheet } from '#e2e/support/lists.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { findOverflows } from '#e2e/support/reflow.ts';
import { test } from '#e2e/support/subscribers.ts';
import { apiClientAt, restoreSession } from '#e2e/support/users.ts';

test('invoices are searched, filtered and sorted in a panel of the page (R-LSU-08)', async ({
  page,
  server,
  provider,
  createSubscriber,
}) => {
  const { token } = await apiClientAt(server.url).accounts.login({ body: server.operator });
  const { Recurring: type } = PriceType;
  const daily = { type, billingPeriod: BillingPeriod.Daily, price: 1, currency: 'usd' } as const;
  await apiClientAt(server.url, { token, tenant: '' }).products.create({
    body: { tier: 2, title: 'Boleta', active: true, image: null, maxUsers: 2, prices: [daily] },
  });
  const ana = await createSubscriber('Boleta');
  await provider.advance(6 * daySeconds + 7_200);
  await restoreSession(page, ana);
  await page.goto(billingPath);
  const panel = subscriptionPanel(page, 'Faturas');
  const rows = panel.getByRole('rowheader');
  await expect(rows).toHaveCount(7);
  const newest = await rows.first().innerText();
  await panel.getByRole('columnheader', { name: 'Data' }).getByRole('button').click();
  await expect(page).toHaveURL(/invoices\.sort=date&invoices\.descending=false/);
  await expect(rows.last()).toHaveText(newest);
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await openListSheet(panel);
  await panel.getByRole('button', { name: 'Filtrar', exact: true }).click();
  const menu = panel.getByRole('group', { name: 'Filtrar', exact: true });
  await menu.getByRole('button', { name: 'Situação' }).click();
  await page.getByRole('checkbox', { name: 'Em aberto' }).check();
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(panel.getByText('Nenhum resultado')).toBeVisible();
  await expectAccessible(page);
  // The address holds the state, beside that of the other lists of the page.
  await page.reload();
  await expect(panel.getByText('Nenhum resultado')).toBeVisible();
  await panel.getByRole('button', { name: 'Mostrar tudo' }).click();
  await expect(rows).toHaveCount(7);

  await openAsOperator(page, server);
  await page.goto(`/admin/tenants/${ana.tenant}/support`);
  await expect(panel.getByRole('rowheader')).toHaveCount(7);
  await panel.getByLabel('Buscar').fill('Boleta');
  await expect(page).toHaveURL(/invoices\.search=Boleta/);
  await expect(panel.getByRole('rowheader')).toHaveCount(7);
  await expectAccessible(page);
});

test('more plans than fit are compared in a box that slides, with the names of rows in sight (R-PRD-13)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/pricing?currency=usd');
  const box = page.getByRole('group', { name: 'Compare os planos' });
  const table = page.getByRole('table', { name: 'Compare os planos' });
  await expect(box.getByRole('columnheader', { name: /^Mesa/ })).toBeVisible();
  expect(await table.getByRole('columnheader').count()).toBeGreaterThan(6);
  const name = table.getByRole('rowheader', { name: 'Membros', exact: true });
  const before = await name.boundingBox();
  await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  expect(await name.boundingBox()).toEqual(before);
  expect(await findOverflows(page)).toEqual([]);
  await expectAccessible(page);
});
