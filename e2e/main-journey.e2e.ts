import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner } from '#e2e/support/members.ts';
import {
  createVerifiedOwner,
  planCard,
  registrationData,
  signInInBrowser,
  verifyInBrowser,
} from '#e2e/support/users.ts';

// The whole journey of a new customer: also shows R-ACC-11, R-ACC-12, R-TRX-02 and R-FORM-03.
// Also shows R-APP-10: the empty list offers its first action.
test('a visitor registers for Pro, verifies and uses transactions (R-ACC-05, R-SITE-09, R-TRX-01)', async ({
  page,
  mailTo,
}) => {
  const ana = registrationData();
  await page.goto('/pricing');
  const yearly = page.getByRole('link', { name: /Anual/ });
  await expect(yearly).toContainText('2 meses grátis');
  await yearly.click();
  const pro = planCard(page, 'Pro');
  await expect(pro).toContainText('10,00');
  await pro.getByRole('link').click();
  await expect(page.getByRole('radio', { name: /Pro/ })).toBeChecked();
  await page.getByLabel('Organização').fill(ana.organization);
  await page.getByLabel('E-mail').fill(ana.email);
  await page.getByLabel('Nome', { exact: true }).fill('Ana');
  await page.getByLabel('Sobrenome').fill('Souza');
  await page.getByRole('button', { name: 'Começar teste (14 dias)' }).click();
  await expect(page.getByRole('link', { name: /Clique aqui para verificar/ })).toBeVisible();

  await mailTo(ana.email);
  await page.goto('/sandbox/mail');
  const link = page.getByRole('link', { name: /account\/verify/ }).first();
  await verifyInBrowser(page, (await link.getAttribute('href')) ?? '');
  await expect(page.getByText(/teste termina em 1[34] dias/)).toBeVisible();
  await expect(page.getByText(ana.organization).first()).toBeVisible();

  await page.goto('/app/transactions');
  await page.getByRole('link', { name: 'Criar a primeira transação' }).click();
  await page.getByLabel('Descrição').fill('PETR4');
  await expect(page.getByLabel('Quantidade')).toHaveValue('1');
  await page.getByLabel('Quantidade').fill('3');
  await page.getByLabel('Preço').fill('2,55');
  await page.getByLabel('Categoria').fill('Ações');
  await chooseDate(page);
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).click();
  const row = page.getByRole('row', { name: /PETR4/ });
  await expect(row).toContainText('7,65');

  await row.getByRole('link', { name: /Editar/ }).click();
  await expect(page.getByLabel('Descrição')).toHaveValue('PETR4');
  // A category that was used is offered from then on.
  await expect(page.getByRole('combobox', { name: 'Categoria' })).toHaveValue('Ações');
  await expect(page.locator('datalist option')).toHaveAttribute('value', 'Ações');
  await page.getByLabel('Quantidade').fill('4');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(row).toContainText('10,20');

  await row.getByRole('link', { name: /Editar/ }).click();
  await page.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('link', { name: 'Criar a primeira transação' })).toBeVisible();

  await page.getByRole('button', { name: 'Ana Souza' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/account\/login/);
  await signInInBrowser(page, ana.email);
  await expect(page).toHaveURL(/\/app\/dashboard$/);
});

/** Types a date in the order of Portuguese, and changes it in the calendar with the keyboard (R-FORM-07). */
const chooseDate = async (page: Page) => {
  const date = page.getByLabel('Data');
  await expect(date).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
  await date.fill('30/2/2026');
  await expect(page.getByText('Data inválida')).toBeVisible();
  await date.fill('28.2.26');
  await page.getByRole('button', { name: 'Abrir calendário' }).press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Abrir calendário' });
  await expect(calendar.getByRole('button', { name: /28 de fevereiro de 2026/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(calendar.getByText('março de 2026')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(date).toHaveValue('01/03/2026');
  await expect(page.getByRole('button', { name: 'Abrir calendário' })).toBeFocused();
};

test('a Starter organization sees example transactions, and opens the plan that has them (R-APP-02, R-APP-19)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Starter');
  await page.goto('/app/transactions');
  await expect(page).toHaveURL(/\/app\/unauthorized/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pro');
  await expect(page.getByRole('row')).toHaveCount(6);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Testar Pro' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/organization\/subscription\?price=/);
  await expect(page.getByRole('radio', { name: /^Pro/ })).toBeChecked();
});

// Also shows R-TRX-03 and R-APP-03: unknown records lead to the list, unknown paths to the dashboard, and say so.
test('a second organization sees nothing of the first (R-SEC-02)', async ({
  page: other,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { id } = await ana.api.transactions.create({
    body: { description: 'Only mine', quantity: 1, price: 1, date: '2026-03-01' },
  });
  await createSignedInOwner(other, server.url, 'Pro');
  await other.goto('/app/transactions');
  await expect(other.getByRole('link', { name: 'Criar a primeira transação' })).toBeVisible();
  await other.goto(`/app/transactions/${id}/edit`);
  await expect(other).toHaveURL(/\/app\/transactions$/);
  await expect(other.getByText('Este registro não existe mais')).toBeVisible();
  await expect(other.getByText('Only mine')).toBeHidden();
  await other.goto('/nothing/here');
  await expect(other).toHaveURL(/\/app\/dashboard$/);
  await expect(other.getByText('Essa página não existe')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('button', { name: 'Ana Souza' })).toBeVisible();
  await expect(other.getByText('Essa página não existe')).toBeHidden();
});
