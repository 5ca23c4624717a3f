import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { requireStepUpOnce } from '#e2e/support/factors.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner } from '#e2e/support/members.ts';
import { testPassword } from '#e2e/support/users.ts';

const confirmIdentity = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await dialog.getByLabel('Senha', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
};

test('domains and the address of an organization ask for the identity, then go on (R-MFA-08, R-MFA-09)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Unlimited');
  await page.goto('/app/settings/organization/sso');
  const added = await requireStepUpOnce(page, 'Domain/Create');
  await page.getByRole('textbox', { name: 'Domínio' }).fill('mesa.example.com');
  await page.getByRole('button', { name: 'Adicionar domínio' }).click();
  await confirmIdentity(page);
  await expect(page.getByText('mesa.example.com', { exact: true })).toBeVisible();
  expect(added()).toBe(2);

  await page.goto('/app/settings/organization/general');
  const saved = await requireStepUpOnce(page, 'Tenant/Update/*');
  const subdomain = `mesa-${Date.now()}`;
  await page.getByLabel('Subdomínio').fill(subdomain);
  await page.getByRole('button', { name: 'Salvar' }).first().click();
  await confirmIdentity(page);
  await expect(page.getByRole('link', { name: subdomain })).toBeVisible();
  expect(saved()).toBe(2);
});

test('the profile lists what keeps working, and a new password points to it (R-ACC-41)', async ({
  page,
  server,
}) => {
  const { api } = await createSignedInOwner(page, server.url, 'Pro');
  await page.goto('/app/settings/profile/security');
  await expect(page.getByRole('region', { name: 'Sessões' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Acessos que você deu' })).toBeHidden();
  await api.apiKeys.create({
    body: { name: 'Importação', role: 2, scopes: ['transactions:read'], days: 30 },
  });
  await page.getByLabel('Senha atual').fill(testPassword);
  await page.getByLabel('Nova senha', { exact: true }).fill('a better password');
  await page.getByLabel('Confirme a nova senha').fill('a better password');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(page.getByText('Revise abaixo os acessos')).toBeVisible();
  const given = page.getByRole('region', { name: 'Acessos que você deu' });
  await expect(given).toContainText('Chave de API · Importação');
  await expectAccessible(page);
  await given.getByRole('link', { name: 'Revisar Chave de API Importação' }).click();
  await expect(page.getByRole('list', { name: 'Chaves de API' })).toContainText('Importação');
});
