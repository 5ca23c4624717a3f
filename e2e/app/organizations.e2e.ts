import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { chooseFile } from '#e2e/support/files.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import {
  createVerifiedOwner,
  restoreSession,
  registrationData,
  defaultPriceId,
} from '#e2e/support/users.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const menuOf = (page: Page) =>
  page.getByRole('navigation', { name: /^(Menu principal|Configurações)$/ });

// Also shows R-APP-04 (menu and switcher), R-ORG-01 (the switcher) and R-ORG-06 (a taken name).
test('a second organization is created, opened and switched back from (R-ORG-02, R-ORG-03)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name: first } = await ana.api.tenants.getCurrent();
  const second = registrationData().organization;
  await restoreSession(page, ana);
  await page.goto('/app/dashboard');
  const menu = menuOf(page);
  await menu.getByRole('button', { name: first }).click();
  await menu.getByRole('link', { name: 'Criar organização' }).click();
  const name = page.getByLabel('Nome da organização');
  // Ana has had her trial (R-SUB-06).
  await expect(page.getByRole('button', { name: /Começar teste/ })).toBeHidden();
  await page.getByRole('radio', { name: /Starter/ }).check();
  const create = page.getByRole('button', { name: 'Criar organização' });
  await create.click();
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await name.fill(first);
  await create.click();
  await expect(page.getByText('Esse nome de organização já está em uso')).toBeVisible();
  await name.fill(second);
  await create.click();
  const alert = page.getByRole('alertdialog', { name: 'Organização criada' });
  await alert.getByRole('button', { name: 'Fechar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(menu.getByRole('button', { name: second })).toContainText('Starter · 1 membro');

  const switchTo = async (from: string, to: string) => {
    await menu.getByRole('button', { name: from }).click();
    const others = menu.getByRole('group', { name: 'Trocar de organização' });
    await others.getByRole('button', { name: to }).click();
  };
  await switchTo(second, first);
  await expect(menu.getByRole('button', { name: first })).toContainText('Pro · 1 membro');

  // The tab switches although the choice can't be stored now.
  await page.route('**/User/UpdateDefaultTenant/**', (route) => route.abort());
  await switchTo(first, second);
  await expect(menu.getByRole('button', { name: second })).toContainText('Starter · 1 membro');
});

// Also shows R-ORG-06 (a taken subdomain) and R-ORG-07 (the app's theme).
test('an owner sets name, theme, color and pictures, and a plan without domains shows nothing of them (R-ORG-04, R-ORG-05, R-ADR-09)', async ({
  page,
  server,
}) => {
  const taken = `mesa-${registrationData().email.slice(4, 12)}`;
  const bia = await createVerifiedOwner(server.url, 'Pro');
  const look = { appTheme: 'dark', appColor: 'red' } as const;
  await bia.api.tenants.update({
    params: { id: bia.tenant },
    body: { name: registrationData().organization, subdomain: taken, domain: '', ...look },
  });

  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  await page.goto('/app/settings/organization');
  await expect(page).toHaveURL(/\/organization\/general$/);
  const general = section(page, 'Geral');
  await expect(general.getByLabel('Subdomínio')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Endereço de entrada' })).toHaveCount(0);
  await expect(page.getByLabel('Domínio', { exact: true })).toHaveCount(0);
  const name = registrationData().organization;
  await general.getByLabel('Nome', { exact: true }).fill(name);
  await general.getByLabel('Subdomínio').fill(taken);
  await general.getByRole('button', { name: 'Salvar' }).click();
  await expect(general.getByText('Este endereço já está em uso')).toBeVisible();
  await general.getByLabel('Subdomínio').fill(`${taken}-2`);
  await general.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Organização atualizada')).toBeVisible();
  await expect(menuOf(page).getByRole('button', { name })).toBeVisible();

  const appearance = section(page, 'Aparência');
  await appearance.getByRole('radio', { name: 'Índigo' }).first().check();
  await appearance.getByRole('radio', { name: 'Verde-azulado' }).check();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(appearance.locator('figure [data-theme=indigo][data-color=teal]')).toBeVisible();
  await expectAccessible(page);
  await appearance.getByRole('button', { name: 'Salvar' }).click();
  await expect(html).toHaveAttribute('data-theme', 'indigo');
  await expect(html).toHaveAttribute('data-color', 'teal');

  const icon = section(page, 'Imagens').getByLabel('Ícone', { exact: true });
  await chooseFile(icon, {
    name: 'icon.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  const sign = menuOf(page).getByRole('button', { name }).locator('img');
  await expect(sign.first()).toHaveAttribute('src', /^\/files\//);
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'indigo');
  await section(page, 'Imagens').getByRole('button', { name: 'Remover Ícone 1' }).click();
  await expect(sign.first()).toBeHidden();
});

test('deleting an organization requires typing its name, and the last one signs out (R-ORG-09)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name: first } = await ana.api.tenants.getCurrent();
  const second = registrationData().organization;
  const subscriptionPriceId = await defaultPriceId(server.url, 'Starter');
  await ana.api.tenants.create({
    body: { name: second, selectedSubscription: { subscriptionPriceId } },
  });
  await restoreSession(page, ana);
  const remove = async (name: string) => {
    await page.goto('/app/settings/organization/general');
    await section(page, 'Zona de perigo').getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: `Excluir ${name}?` });
    const submit = dialog.getByRole('button', { name: 'Excluir organização' });
    await dialog.getByRole('textbox').fill(name.slice(1));
    await expect(submit).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByRole('textbox').fill(name);
    await submit.click();
  };
  await remove(first);
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(menuOf(page).getByRole('button', { name: second })).toBeVisible();
  await expect(page.getByText('A organização foi excluída')).toBeVisible();
  await remove(second);
  await expect(page).toHaveURL(/\/account\/login$/);
  await expect(page.getByText('A organização foi excluída')).toBeVisible();
});
