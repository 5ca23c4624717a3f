import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import {
  createSignedInOwner,
  inviteAndAccept,
  memberRow,
  membersPath,
} from '#e2e/support/members.ts';
import { apiClientAt, createVerifiedOwner } from '#e2e/support/users.ts';

test('an owner creates, rotates and revokes a key by keyboard, and the log names it (R-KEY-01, R-KEY-04, R-KEY-05, R-KEY-07)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Pro');
  await page.goto('/app/settings/organization/api-keys');
  await expect(page.getByText('Nenhuma chave de API ainda')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Criar chave' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Criar chave' });
  await create.press('Enter');
  await expect(dialog.getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByText('Obrigatório')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByLabel('Nome').fill('Importação contábil');
  await dialog.getByRole('checkbox', { name: 'ler transações' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'alterar transações' }).press('Space');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/ApiKey/Create', async (route) => {
    await isReleased;
    await route.continue();
  });
  await create.press('Enter');
  // The dialog stays open for the secret, which is shown only once.
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  release();
  const secret = await dialog.getByLabel('Chave de API', { exact: true }).inputValue();
  await expect(dialog.getByLabel('Primeira chamada', { exact: true })).toHaveValue(
    `curl -H "Authorization: Bearer ${secret}" ${server.url}/api/Transaction/GetAll`,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fechar' }).last().press('Enter');
  const keys = page.getByRole('list', { name: 'Chaves de API' });
  await expect(keys).toContainText('Membro: ler transações, alterar transações');
  await expect(keys).toContainText('Nunca usada');
  expect(await page.content()).not.toContain(secret);

  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
  const body = { description: 'PETR4', quantity: 1, price: 2.5, date: '2026-03-01' };
  const call = (path: string, options: RequestInit = {}) =>
    fetch(`${server.url}/api${path}`, { headers, ...options });
  const created = await call('/Transaction/Create', { method: 'POST', body: JSON.stringify(body) });
  expect(created.status).toBe(200);
  expect((await call('/TenantUsers/GetAll/x')).status).toBe(403);
  await page.reload();
  await expect(keys).toContainText('Último uso');

  await page.getByRole('button', { name: 'Renovar Importação contábil' }).press('Enter');
  await dialog.getByLabel('A chave anterior continua válida por').selectOption('0');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Renovar' }).press('Enter');
  const rotated = await dialog.getByLabel('Chave de API', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Fechar' }).last().press('Enter');
  expect((await call('/Transaction/GetAll')).status).toBe(401);
  headers.Authorization = `Bearer ${rotated}`;
  expect((await call('/Transaction/GetAll')).status).toBe(200);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Revogar Importação contábil' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar' }).press('Enter');
  await expect(page.getByText('Nenhuma chave de API ainda')).toBeVisible();
  expect((await call('/Transaction/GetAll')).status).toBe(401);
  await page.goto('/app/settings/organization/audit');
  await expect(page.getByRole('row', { name: /Chave de API revogada/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /API key prg_/ })).toBeVisible();
});

test('keys are named before their person is removed, and taken over (R-KEY-08)', async ({
  page,
  server,
  mailTo,
}) => {
  const owner = await createSignedInOwner(page, server.url, 'Pro');
  const admin = await createVerifiedOwner(server.url, 'Starter');
  await inviteAndAccept(admin, { owner, role: Role.Admin, mailTo });
  const { id: tenant } = await owner.api.tenants.getCurrent();
  const { key } = await apiClientAt(server.url, { token: admin.token, tenant }).apiKeys.create({
    body: { name: 'Contabilidade', role: Role.Member, scopes: ['transactions:read'], days: 30 },
  });
  await page.goto(membersPath);
  await memberRow(page, admin.email).getByRole('link').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Estas chaves de API param: Contabilidade.');
  await question.getByRole('checkbox', { name: 'Assumir estas chaves' }).press('Space');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remover' }).press('Enter');
  await expect(page.getByText('foi removido(a)')).toBeVisible();
  const reply = await fetch(`${server.url}/api/Transaction/GetAll`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(reply.status).toBe(204);
});
