import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner, fillNewPassword, waitForMailedLink } from '#e2e/support/members.ts';
import {
  apiClientAt,
  clearBrowserSession,
  signInInBrowser,
  testPassword,
} from '#e2e/support/users.ts';

test('an email is changed in the profile, and restored by its owner (R-ACC-29, R-ACC-31)', async ({
  page,
  mailTo,
  server,
}) => {
  const { email } = await createSignedInOwner(page, server.url, 'Starter');
  const next = `new-${email}`;
  await page.goto('/app/settings/profile');
  await page.getByRole('button', { name: 'Alterar e-\u2060mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alterar seu e-\u2060mail' });
  await dialog.getByLabel('Novo e-\u2060mail').fill(next);
  await dialog.getByLabel('Senha atual', { exact: true }).fill('not my password');
  await dialog.getByRole('button', { name: 'Enviar link' }).click();
  await expect(dialog.getByText('Esta não é a sua senha atual')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Senha atual', { exact: true }).fill(testPassword);
  await dialog.getByRole('button', { name: 'Enviar link' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Abra o link que enviamos para ${next}`)).toBeVisible();

  // Elsewhere the link asks to sign in first, and then confirms.
  const link = await waitForMailedLink(mailTo, next, '/account/email');
  await clearBrowserSession(page);
  await page.goto(link);
  await page.getByRole('link', { name: 'Entrar' }).click();
  await signInInBrowser(page, email);
  await expect(page).toHaveURL(/\/account\/email$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar e-\u2060mail' }).click();
  await expect(page.getByText(`Agora você entra com ${next}`)).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao perfil' }).click();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(next);

  await page.goto(await waitForMailedLink(mailTo, email, '/account/email?undo='));
  await expect(page).toHaveURL(/\/account\/email$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restaurar e proteger minha conta' }).click();
  await expect(page.getByText(`Enviamos um link para ${email}`)).toBeVisible();
  await page.goto('/app/dashboard');
  await expect(page).toHaveURL(/\/account\/login/);
  await page.goto(await waitForMailedLink(mailTo, email, '/account/reset'));
  await fillNewPassword(page);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
});

test('a sign-in on a new device sends an email, and its owner takes the account back with all that it gave (R-ACC-35, R-ACC-36, R-ACC-39)', async ({
  page,
  mailTo,
  server,
}) => {
  const { email, tenant, organization } = await createSignedInOwner(page, server.url, 'Pro');
  await clearBrowserSession(page);
  await page.goto('/account/login');
  await signInInBrowser(page, email);
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  const link = await waitForMailedLink(mailTo, email, '/account/secure');
  const token = await page.evaluate(() => localStorage.getItem('id_token') ?? '');
  const { key } = await apiClientAt(server.url, { token, tenant }).apiKeys.create({
    body: { name: 'Robô', role: 2, scopes: ['transactions:read'], days: 30 },
  });
  const read = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${server.url}/api/Transaction/GetAll`, { headers })).status;
  };
  expect(await read()).toBe(204);
  await page.goto(link);
  await expect(page).toHaveURL(/\/account\/secure$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Proteger minha conta' }).click();
  await expect(page.getByRole('heading', { name: 'Sua conta está protegida' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText(`Chave de API · Robô · ${organization}`);
  expect(await read()).toBe(401);
  await page.goto('/app/dashboard');
  await expect(page).toHaveURL(/\/account\/login/);
  await signInInBrowser(page, email);
  await expect(page.getByText('Credenciais inválidas')).toBeVisible();
  await page.goto(await waitForMailedLink(mailTo, email, '/account/reset'));
  await fillNewPassword(page);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
});

test('a link by email signs in where the organization allows it (R-ACC-37, R-ACC-38)', async ({
  page,
  mailTo,
  server,
}) => {
  const { email, organization } = await createSignedInOwner(page, server.url, 'Starter');
  await page.goto('/app/settings/organization/security');
  const methods = page.getByRole('group', { name: 'Formas de entrar permitidas' });
  await methods.getByLabel('Link por e-\u2060mail').check();
  await expectAccessible(page);
  const form = page.locator('form').filter({ has: methods });
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Políticas salvas')).toBeVisible();

  await clearBrowserSession(page);
  await page.goto('/account/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByText('Outras formas de entrar').click();
  await page.getByRole('link', { name: 'Receber um link por e-\u2060mail' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByRole('heading', { name: 'Confira sua caixa de entrada' })).toBeVisible();
  await page.goto(await waitForMailedLink(mailTo, email, '/account/link'));
  await expect(page).toHaveURL(/\/account\/link$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(page.getByText(organization).first()).toBeVisible();
});

test('without cookies and site data, sign-in and registration name the cause (R-ACC-43)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  for (const path of ['/account/login', '/account/register', '/invitation?i=x', '/app/dashboard']) {
    await page.goto(path);
    await expect(page.getByText('Seu navegador bloqueia cookies e dados de sites.')).toBeVisible();
  }
});
