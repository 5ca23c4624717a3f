import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { fillNewPassword, createSignedInOwner, waitForMailedLink } from '#e2e/support/members.ts';
import {
  clearBrowserSession,
  registerInBrowser,
  registrationData,
  signInInBrowser,
  verifyInBrowser,
} from '#e2e/support/users.ts';

// Also shows R-ACC-01 (the pages are open to signed-in users, whose profile links to them), R-ACC-03 (a wrong password)
// and R-ACC-15 (passwords that differ).
test('a forgotten password is reset and signs in, and a used link leads to a new one (R-ACC-13, R-ACC-14, R-ACC-17)', async ({
  page,
  mailTo,
  server,
}) => {
  const { email } = await createSignedInOwner(page, server.url, 'Starter');
  await clearBrowserSession(page);
  await page.goto('/account/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click();
  await expect(page).toHaveURL(/\/account\/forgot\?e=/);
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByRole('heading', { name: 'Redefinição de senha' })).toBeVisible();
  await expect(page.getByText(/fale com o suporte/)).toBeVisible();
  await expect(page.getByRole('link', { name: /Clique aqui para verificar/ })).toBeVisible();

  const link = await waitForMailedLink(mailTo, email, '/account/reset');
  await page.goto(link);
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expect(page.getByLabel('E-mail')).not.toBeEditable();
  // The token is removed from the address bar.
  await expect(page).toHaveURL(/\/account\/reset\?e=[^&]*$/);

  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.getByLabel('Senha', { exact: true }).fill('another password');
  await page.getByLabel('Confirme a senha').fill('not the same');
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page.getByText('As senhas não conferem')).toBeVisible();
  await expectAccessible(page);
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);

  await page.getByLabel('Confirme a senha').fill('another password');
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);

  await clearBrowserSession(page);
  await page.goto('/account/login');
  await signInInBrowser(page, email);
  await expect(page.getByText('Credenciais inválidas')).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill('another password');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);

  // The link is used, also for someone signed in, and leads to a new one.
  await page.goto(link);
  await fillNewPassword(page);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page.getByText('Este link expirou ou já foi usado.')).toBeVisible();
  await page.getByRole('link', { name: 'Pedir novo link' }).click();
  await expect(page).toHaveURL(/\/account\/forgot\?e=/);
  await page.getByLabel('E-mail').fill('unknown@example.com');
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByText('Você ainda não se cadastrou')).toBeVisible();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Cadastre-se' })).toBeVisible();
});

test('a lost verification email is sent again, and a wrong address corrected (R-ACC-28)', async ({
  page,
  mailTo,
}) => {
  const [wrong, right] = [registrationData(), registrationData()];
  await registerInBrowser(page, wrong, 'Starter');
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(page.getByRole('status').getByText(wrong.email)).toBeVisible();
  await expectAccessible(page);
  // Another page of the same browser offers the same, after the refused sign-in.
  await page.goto('/account/login');
  await signInInBrowser(page, wrong.email);
  await expect(page.getByText('Confira seu e-\u2060mail para verificar')).toBeVisible();
  await page.getByRole('button', { name: 'Corrigir o endereço' }).click();
  await expect(page.getByLabel('E-\u2060mail correto')).toBeFocused();
  await page.getByLabel('E-\u2060mail correto').fill(right.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar e enviar o e-\u2060mail' }).click();
  await expect(page.getByRole('status').getByText(right.email)).toBeVisible();
  await verifyInBrowser(page, (await mailTo(right.email)).links[0] ?? '');
  await expect(page.getByText(wrong.organization).first()).toBeVisible();
});
