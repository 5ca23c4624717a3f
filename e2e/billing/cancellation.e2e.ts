import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import {
  billingPath,
  expect,
  fillCard,
  subscriptionPanel,
  test,
  testCardNumbers,
} from '#e2e/support/billing.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { createVerifiedOwner, restoreSession, type TestUser } from '#e2e/support/users.ts';

const plan = (page: Page) => subscriptionPanel(page, 'Plano atual');

/** Opens the subscription page of an organization that pays for the plan Pregueiro. */
async function openAsSubscriber(page: Page, origin: string): Promise<TestUser> {
  const owner = await createVerifiedOwner(origin, 'Starter');
  await restoreSession(page, owner);
  await page.goto(billingPath);
  await plan(page).getByRole('button', { name: 'Mudar de plano' }).click();
  const change = subscriptionPanel(page, 'Mudar de plano');
  await change.getByRole('radio', { name: /Pregueiro/ }).check();
  await change.getByRole('button', { name: 'Assinar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Assinar' }).click();
  await fillCard(page, testCardNumbers.pays);
  await page.getByRole('dialog').getByRole('button', { name: 'Assinar' }).click();
  await expect(plan(page)).toContainText('Pregueiro');
  return owner;
}

const openDialog = async (page: Page) => {
  await plan(page).getByRole('button', { name: 'Cancelar assinatura' }).click();
  return page.getByRole('dialog', { name: 'Cancelar o Pregueiro?' });
};

test('a member cancels with a reason, which the operator sees (R-SUB-24, R-OPR-08)', async ({
  page,
  browser,
  server,
}) => {
  const owner = await openAsSubscriber(page, server.url);
  const { name } = await owner.api.tenants.getCurrent();
  const dialog = await openDialog(page);
  await dialog.getByLabel('Por que você está cancelando?').selectOption('Caro demais');
  await dialog.getByLabel('O que podemos melhorar?').fill('Somos só duas pessoas.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(page.getByText('Assinatura cancelada')).toBeVisible();
  await expect(plan(page)).toContainText('Termina em');

  const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' });
  const portal = await context.newPage();
  await openAsOperator(portal, server);
  await portal.goto('/admin/cancellations');
  const count = portal.getByRole('link', { name: /^Caro demais/ });
  await expect(count).toContainText('1');
  await count.click();
  await expect(portal).toHaveURL(/reason=too_expensive/);
  const row = portal.getByRole('row', { name });
  for (const shown of ['Pregueiro', 'Caro demais', 'Somos só duas pessoas.']) {
    await expect(row).toContainText(shown);
  }
  await expectAccessible(portal);
  await row.getByRole('link', { name }).click();
  await expect(portal.getByRole('heading', { name: `Membros de ${name}` })).toBeVisible();
  const table = portal.getByRole('table', { name: 'Cancelamentos' });
  await expect(table).toContainText('Somos só duas pessoas.');
  await expectAccessible(portal);

  await page.getByRole('button', { name: 'Retomar' }).click();
  await expect(page.getByText('Assinatura retomada')).toBeVisible();
  await portal.reload();
  await expect(table).toContainText('Desfeito');
  await portal.goto('/admin/cancellations?reason=too_expensive');
  await expect(portal.getByText('Nenhum resultado')).toBeVisible();
  await context.close();
});

test('the question why can be skipped (R-SUB-24)', async ({ page, server }) => {
  await openAsSubscriber(page, server.url);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(page.getByText('Assinatura cancelada')).toBeVisible();
  const { api } = await openAsOperator(page, server);
  const { items } = await api.cancellations.getAllOfAll();
  expect(items[0]).toMatchObject({ reason: null, comment: null, product: 'Pregueiro' });
  await page.goto('/admin/cancellations');
  await expect(page.getByRole('row', { name: /Sem motivo informado/ }).first()).toBeVisible();
});

test('a member moves to the smaller plan that is offered instead (R-SUB-10, R-SUB-03)', async ({
  page,
  server,
}) => {
  const owner = await openAsSubscriber(page, server.url);
  const dialog = await openDialog(page);
  const offer = dialog.getByRole('button', { name: /^Mudar para o / });
  const smaller = ((await offer.textContent()) ?? '').replace('Mudar para o ', '');
  await offer.click();
  await expect(dialog).toBeHidden();
  const change = subscriptionPanel(page, 'Mudar de plano');
  await expect(change.getByRole('radio', { name: new RegExp(smaller) })).toBeChecked();
  await expect(change.getByText('A pagar agora')).toBeVisible();
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Atualizar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Atualizar' }).click();
  await expect(plan(page)).toContainText(smaller);
  const { activeProduct } = await owner.api.subscriptions.getCurrent();
  expect(activeProduct).toMatchObject({ endDate: null, subscriptionProduct: { title: smaller } });
});
