import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect } from '#e2e/support/fixtures.ts';
import { openAsOperator, operatorSession } from '#e2e/support/operator.ts';
import { ownServerTest as test } from '#e2e/support/own-server.ts';
import { clearBrowserSession, defaultPriceId, registrationData } from '#e2e/support/users.ts';

/** Confirms the dialog. */
const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Fills in a new coupon of 25 percent for Pro, without saving it. */
const fillIn = async (page: Page, code: string) => {
  await page.goto('/admin/coupons/new');
  await page.getByLabel('Código').fill(code);
  await page.getByLabel('Desconto em %').fill('25');
  await page.getByLabel('Máximo de usos').fill('2');
  await page.getByRole('checkbox', { name: 'Pro', exact: true }).check();
};
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Criar cupom' }).click();
  await answer(page, 'Adicionar');
};

test('a coupon is created, redeemed for its product and deactivated (R-CPN-01, R-CPN-02, R-CPN-03)', async ({
  page,
  server,
}) => {
  await openAsOperator(page, server);
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: 'Cupons' }).click();
  await expect(page.getByText('Nenhum cupom ainda')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Novo cupom' }).click();
  await expect(page).toHaveURL(/\/admin\/coupons\/new$/);

  await fillIn(page, 'VOLTA');
  await page.getByLabel('Desconto em %').fill('250');
  await page.getByRole('button', { name: 'Criar cupom' }).click();
  await expect(page.getByLabel('Desconto em %')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await page.getByLabel('Desconto em %').fill('25');
  await save(page);
  await expect(page.getByRole('heading', { name: 'VOLTA' })).toContainText('Ativo');

  await fillIn(page, 'volta');
  await save(page);
  await expect(page.getByText('Outro cupom ativo tem este código')).toBeVisible();

  await clearBrowserSession(page);
  await page.goto('/account/register?product=Unlimited&currency=usd&coupon=VOLTA');
  await expect(page.getByText('Este cupom não pode ser usado nesta compra')).toBeVisible();
  await page.getByRole('radio', { name: /^Pro/ }).check();
  await expect(page.getByText('VOLTA: 25% de desconto')).toBeVisible();

  const { api } = await operatorSession(server);
  await api.accounts.register({
    body: {
      ...registrationData(),
      firstName: 'Ana',
      lastName: 'Souza',
      selectedSubscription: {
        subscriptionPriceId: await defaultPriceId(server.url, 'Pro'),
        subscriptionCoupon: 'volta',
      },
    },
  });

  await openAsOperator(page, server);
  await page.goto('/admin/coupons');
  await expect(page.getByRole('row', { name: /VOLTA/ })).toContainText('1 de 2');
  await page.getByRole('link', { name: 'VOLTA', exact: true }).click();
  const current = page.getByText('Assinaturas com ele agora');
  await expect(current.locator('xpath=following-sibling::dd')).toHaveText('1');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Desativar' }).click();
  await answer(page, 'Desativar');
  await expect(page.getByRole('heading', { name: 'VOLTA' })).toContainText('Desativado');
  await expect(page.getByRole('button', { name: 'Ativar' })).toBeVisible();

  await clearBrowserSession(page);
  await page.goto('/account/register?product=Pro&currency=usd&coupon=VOLTA');
  await expect(page.getByText('Cupom inativo')).toBeVisible();
});
