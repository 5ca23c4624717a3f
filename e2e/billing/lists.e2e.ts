import { expectAccessible } from '#e2e/support/accessibility.ts';
import {
  billingPath,
  daySeconds,
  expect,
  subscriptionPanel,
  test,
  testCardNumbers,
} from '#e2e/support/billing.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { apiClientAt, createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

test('invoices are searched, filtered and sorted in a panel of the page (R-LSU-08)', async ({
  page,
  server,
  provider,
}) => {
  const { products, subscriptions } = apiClientAt(server.url);
  const mesa = (await products.getAll()).find(({ title }) => title === 'Mesa');
  const monthly = mesa?.prices.find(({ price }) => price === 10);
  const card = { number: testCardNumbers.pays, expiryMonth: 12, expiryYear: 2060, cvc: '123' };
  const { id } = await subscriptions.createCardToken({ body: card });
  const ana = await createVerifiedOwner(server.url, 'Starter');
  await ana.api.subscriptions.update({
    body: { subscriptionPriceId: monthly?.id ?? '', subscriptionCardToken: id },
  });
  for (let month = 0; month < 6; month += 1) await provider.advance(31 * daySeconds);
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
  await panel.getByRole('button', { name: 'Filtrar' }).click();
  await panel
    .getByRole('group', { name: 'Filtrar' })
    .getByRole('button', { name: 'Situação' })
    .click();
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
  await panel.getByLabel('Buscar').fill('Mesa');
  await expect(page).toHaveURL(/invoices\.search=Mesa/);
  await expect(panel.getByRole('rowheader')).toHaveCount(7);
  await expectAccessible(page);
});
