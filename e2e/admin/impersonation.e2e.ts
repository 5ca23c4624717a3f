import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner } from '#e2e/support/members.ts';
import { openAsOperator, pressRowAction } from '#e2e/support/operator.ts';
import { apiClientAt } from '#e2e/support/users.ts';

/** Impersonates the person in the only row, with a reason. */
const act = async (page: Page, email: string, reason: string) => {
  await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await pressRowAction(page, email, 'Agir como esta pessoa');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Começar' }).click();
  await expect(dialog.getByText('Obrigatório')).toBeVisible();
  await dialog.getByLabel('Motivo').fill(reason);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Começar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
};

test('impersonation shows a banner in one tab and is logged under both names (R-OPR-01, R-SEC-08)', async ({
  page,
  context,
  browser,
  server,
}) => {
  const own = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  const ana = await createSignedInOwner(own, server.url, 'Pro');
  const { user: operator } = await openAsOperator(page, server);
  const other = await context.newPage();
  await other.goto('/admin/tenants');
  await expect(other.getByRole('heading', { name: 'Organizações' })).toBeVisible();

  await act(page, ana.email, 'Chamado 7');
  const banner = page.getByText('Admin está agindo como Ana Souza');
  await expect(banner).toBeVisible();
  await expect(page.getByText(/Termina em (59|60) minutos/)).toBeVisible();
  await expect(page.getByRole('button', { name: ana.organization })).toBeVisible();
  await expectAccessible(page);

  // The operator's other tab keeps the operator's own session.
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Organizações' })).toBeVisible();

  // Calls that an impersonated session can't make are refused with a message.
  await page.goto('/app/settings/profile/security');
  await expect(banner).toBeVisible();
  await page.getByLabel('Senha atual').fill('a good password');
  await page.getByLabel('Nova senha', { exact: true }).fill('another good one');
  await page.getByLabel('Confirme').fill('another good one');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(page.getByText('Só o titular da conta pode fazer isto')).toBeVisible();
  // As for members of organizations: tools/pages/access.test.ts opens every screen as every kind of person.
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/app\/unauthorized\?operator=true$/);
  await expect(page.getByText('Somente o operador pode abri-la')).toBeVisible();

  // It starts read-only.
  await page.getByRole('button', { name: 'Permitir alterações' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Permitir alterações' }).click();
  await expect(page.getByRole('button', { name: 'Permitir alterações' })).toBeHidden();
  await page.goto('/app/transactions/new');
  await page.getByLabel('Descrição').fill('Of the operator');
  await page.getByLabel('Quantidade').fill('1');
  await page.getByLabel('Preço').fill('1');
  await page.getByLabel('Data').fill('2026-03-02');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).click();
  await expect(page.getByRole('row', { name: 'Of the operator' })).toBeVisible();

  await page.getByRole('button', { name: 'Parar de agir' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByRole('heading', { name: 'Pessoas' })).toBeVisible();

  await own.goto('/app/settings/organization/audit');
  const log = own.getByRole('table');
  const added = log.getByRole('row', { name: /^Transação adicionada/ });
  await expect(added).toContainText(operator.email);
  await expect(added).toContainText('em nome de Ana Souza');
  await expect(added).toContainText('Of the operator');
  await expect(log.getByRole('row', { name: /^Começou a agir/ })).toContainText('Chamado 7');
  await expect(log.getByRole('row', { name: /^Permitiu alterações/ })).toBeVisible();
  await expect(log.getByRole('row', { name: /^Deixou de agir/ })).toContainText(
    'em nome de Ana Souza',
  );
  await own.getByRole('button', { name: 'Filtrar' }).click();
  await own
    .getByRole('group', { name: 'Filtrar', exact: true })
    .getByRole('button', { name: 'Atividade' })
    .click();
  await own.getByRole('checkbox', { name: 'Transações' }).check();
  await own.getByRole('button', { name: 'Aplicar' }).click();
  await expect(log.getByRole('row')).toHaveCount(2);
  await expectAccessible(own);
  const exportAs = async (format: string) => {
    await own.getByRole('button', { name: 'Exportar' }).click();
    const [download] = await Promise.all([
      own.waitForEvent('download'),
      own.getByRole('button', { name: format }).click(),
    ]);
    return {
      name: download.suggestedFilename(),
      text: await readFile(await download.path(), 'utf8'),
    };
  };
  const table = await exportAs('CSV, para planilhas');
  expect(table.name).toMatch(/^registro-de-auditoria-\d{4}-\d\d-\d\d\.csv$/);
  expect(table.text).toContain(operator.email);
  expect(table.text).not.toContain('impersonation.started');
  const lines = await exportAs('JSON Lines, para programas');
  expect(lines.name).toMatch(/\.jsonl$/);
  expect(JSON.parse(lines.text)).toMatchObject({ action: 'transaction.created' });
});

test('an impersonated session that has ended returns to the operator’s own session (R-SEC-08)', async ({
  page,
  browser,
  server,
}) => {
  const own = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  const ana = await createSignedInOwner(own, server.url, 'Starter');
  await openAsOperator(page, server);
  await act(page, ana.email, 'Chamado 8');
  const acting = await page.evaluate(() => sessionStorage.getItem('id_token') ?? '');
  await apiClientAt(server.url, { token: acting, tenant: ana.tenant }).accounts.logout();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByRole('heading', { name: 'Pessoas' })).toBeVisible();
});
