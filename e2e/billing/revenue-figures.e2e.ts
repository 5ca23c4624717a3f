import { expectAccessible } from '#e2e/support/accessibility.ts';
import { daySeconds, expect, testCardNumbers } from '#e2e/support/billing.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { createCard, test } from '#e2e/support/subscribers.ts';
import { createVerifiedOwner } from '#e2e/support/users.ts';

test('figures of the period open the rows behind them (R-OPR-09)', async ({
  page,
  server,
  provider,
  createSubscriber,
}) => {
  // One organization tries a plan and leaves; the payment of the other fails, and is then made.
  const [tried, paying] = await Promise.all([
    createVerifiedOwner(server.url, 'Ensaio'),
    createSubscriber(),
  ]);
  const setCard = async (number: string) => {
    const token = await createCard(server.url, number);
    await paying.api.subscriptions.updateCardToken({ params: { token } });
  };
  await Promise.all([
    tried.api.subscriptions.cancel({ body: {} }),
    setCard(testCardNumbers.failsLater),
  ]);
  await provider.advance(32 * daySeconds);
  const { name } = await paying.api.tenants.getCurrent();
  const { name: left } = await tried.api.tenants.getCurrent();

  await openAsOperator(page, server);
  await page.goto('/admin/dashboard?months=3');
  const figures = page.getByRole('list', { name: 'Números do período' });
  const recovery = figures.getByRole('link', { name: /Pagamentos recuperados/ });
  // Other journeys share the server and its clock.
  await expect(recovery).toContainText(/\d de \d/);
  await expectAccessible(page);
  await recovery.click();
  await expect(page).toHaveURL(/failed-invoices\?months=3&currency=usd$/);
  await expect(page.getByRole('row', { name })).toContainText('Não paga');
  await expectAccessible(page);

  await setCard(testCardNumbers.mastercard);
  await page.goBack();
  await page.reload();
  await recovery.click();
  await expect(page.getByRole('row', { name })).not.toContainText('Não paga');
  await page.goBack();
  await figures.getByRole('link', { name: /Conversão de testes/ }).click();
  await expect(page.getByRole('heading', { name: /Testes encerrados/ })).toBeVisible();
  await expect(page.getByRole('row', { name: left })).toContainText('Nenhum');
  await page.getByRole('radio', { name: '12 meses' }).click();
  await expect(page).toHaveURL(/months=12/);
  await expect(page.getByRole('row', { name: left })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/dashboard?months=3');
  await figures.getByRole('link', { name: /Retenção líquida/ }).click();
  await expect(page.getByRole('heading', { name: /Retenção líquida de receita/ })).toBeVisible();
  await expect(page.getByRole('row', { name })).toHaveCount(0);
  await expectAccessible(page);
});
