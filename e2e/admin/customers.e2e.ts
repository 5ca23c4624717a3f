import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openAsOperator, pressRowAction } from '#e2e/support/operator.ts';
import { createVerifiedOwner, clearBrowserSession, signInInBrowser } from '#e2e/support/users.ts';

test('the operator finds an organization, sees its users and deletes it, and enters only their own (R-OPR-02, R-ORG-10, R-SEC-08)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name } = await ana.api.tenants.getCurrent();
  const picture =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  await ana.api.tenants.updateImage({
    params: { id: ana.tenant },
    body: { type: 'icon', icon: picture },
  });
  await createVerifiedOwner(server.url, 'Starter');
  const { api, tenant } = await openAsOperator(page, server);
  await page.goto('/admin/tenants');
  const names = page.getByRole('rowheader');
  await expect(names.filter({ hasText: name })).toBeVisible();
  // Newest first; the operator's own organization is the oldest.
  await expect(names.nth(1)).toHaveText(name);
  await expect(names.last()).toContainText('Admin');
  // Only an organization of the operator's own can become their default one (R-SEC-07).
  await pressRowAction(page, name, 'Agir como Ana Souza');
  await expect(page.getByRole('dialog', { name: 'Agir como Ana Souza' })).toBeVisible();
  await page.keyboard.press('Escape');

  const words = name.split(' ').at(-1) ?? '';
  await page.getByLabel('Buscar').fill(words);
  await expect(names).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`search=${words}`));
  const row = page.getByRole('row', { name });
  for (const shown of ['Ana Souza', ana.email, 'Pro', 'Em teste']) {
    await expect(row).toContainText(shown);
  }
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Identidade visual' }).click();
  await expect(page).toHaveURL(/view=branding/);
  const sorted = page.getByRole('columnheader', { name: 'Nome' });
  await expect(sorted).toHaveAttribute('aria-sort', 'descending');
  await expect(row).toContainText('Pro');
  await row.getByRole('button', { name: `Ícone de ${name}` }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/tenants/${ana.tenant}/overview$`));
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('navigation', { name }).getByRole('link', { name: 'Membros' }).click();
  await expect(page.getByRole('row', { name: ana.email })).toContainText('Proprietário');

  await page.goBack();
  await page.goBack();
  await pressRowAction(page, name, 'Excluir organização');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir organização' }).click();
  await expect(page.getByText('Nenhum resultado')).toBeVisible();
  await page.getByRole('button', { name: 'Mostrar tudo' }).click();
  await expect(names.filter({ hasText: 'Admin' })).toBeVisible();
  const { name: own } = await api.tenants.get({ params: { id: tenant } });
  await pressRowAction(page, new RegExp(`^${own}`), 'Abrir no aplicativo');
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await page.goto('/app/settings/organization/subscription');
  await expect(page.getByText('A organização do operador não tem assinatura.')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: /^(Plano atual|Dados de pagamento)$/ }),
  ).toBeHidden();
});

/** At least eight characters, with a confirmation; operators are exempt (R-OPR-03). */
test('the operator sets a password and the user signs in with it (R-OPR-03)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Starter');
  await openAsOperator(page, server);
  await page.goto('/admin/users');
  await pressRowAction(page, server.operator.email, 'Definir senha');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Erro: Você não pode alterar a senha de um administrador');
  await alert.getByRole('button', { name: 'Fechar' }).click();

  await page.getByLabel('Buscar').fill(ana.email);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await pressRowAction(page, ana.email, 'Definir senha');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nova senha').fill('short');
  await expect(dialog.getByText('Defina uma senha com no mínimo 8 caracteres')).toBeVisible();
  await dialog.getByLabel('Nova senha').fill('a password of the operator');
  await dialog.getByRole('button', { name: 'Definir senha' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Definir senha' }).click();
  await expect(page.getByText('Nova senha salva')).toBeVisible();

  await expect(ana.api.users.getCurrent()).rejects.toMatchObject({ code: 'unauthorized' });
  await clearBrowserSession(page);
  await page.goto('/account/login');
  await signInInBrowser(page, ana.email);
  await expect(page.getByText('Credenciais inválidas')).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill('a password of the operator');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
});
