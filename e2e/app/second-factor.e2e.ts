import { expectAccessible } from '#e2e/support/accessibility.ts';
import {
  currentTotpCode,
  enrollByApi,
  enrollInBrowser,
  requireStepUpOnce,
} from '#e2e/support/factors.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner } from '#e2e/support/members.ts';
import {
  apiClientAt,
  clearBrowserSession,
  createVerifiedOwner,
  signInInBrowser,
} from '#e2e/support/users.ts';

test('a person enrolls, signs in with a code, and recovers from a lost device (R-MFA-01, R-MFA-03)', async ({
  page,
  server,
}) => {
  const { email } = await createSignedInOwner(page, server.url, 'Starter');
  const { key, codes } = await enrollInBrowser(page);
  await expect(page.getByText('Restam 10 códigos')).toBeVisible();
  // The button that opened the dialog is gone.
  await expect(page.getByRole('button', { name: 'Remover o app autenticador' })).toBeFocused();
  await expectAccessible(page);

  await clearBrowserSession(page);
  await page.goto('/account/login');
  await signInInBrowser(page, email);
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await expect(dialog.getByLabel('Código de 6 dígitos')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/código está errado/)).toBeVisible();
  await dialog.getByLabel('Código de 6 dígitos').fill(currentTotpCode(key));
  await dialog.getByLabel(/Não perguntar neste navegador/).check();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);

  // Remembered: only the password.
  await clearBrowserSession(page);
  await page.goto('/account/login');
  await signInInBrowser(page, email);
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await page.goto('/app/settings/profile/security');
  await page.getByRole('button', { name: /^Esquecer/ }).click();
  await expect(page.getByText('Navegador esquecido')).toBeVisible();

  // The device is lost: a recovery code signs in, and removes the app.
  await clearBrowserSession(page);
  await page.goto('/account/login');
  await signInInBrowser(page, email);
  await dialog.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await dialog.getByLabel('Código de recuperação').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await page.goto('/app/settings/profile/security');
  await expect(page.getByText('Restam 9 códigos')).toBeVisible();
  await page.getByRole('button', { name: 'Remover o app autenticador' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('App autenticador removido')).toBeVisible();
  await clearBrowserSession(page);
  await page.goto('/account/login');
  await signInInBrowser(page, email);
  await expect(page).toHaveURL(/\/app\/dashboard$/);
});

test('a reset asks for the second factor in place, and is made after it (R-MFA-02)', async ({
  page,
  server,
}) => {
  const { email, api } = await createVerifiedOwner(server.url, 'Starter');
  const key = await enrollByApi(api);
  const { accounts } = apiClientAt(server.url);
  const { verifyToken: token = '' } = await accounts.reset({ params: { email } });
  await page.goto(`/account/reset?${new URLSearchParams({ e: email, t: token })}`);
  const password = 'a new one of the journey';
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByLabel('Confirme a senha').fill(password);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await dialog.getByLabel('Código de 6 dígitos').fill(currentTotpCode(key));
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  const code = 'account.secondFactorRequired';
  await expect(accounts.login({ body: { email, password } })).rejects.toMatchObject({ code });
});

test('a sensitive call asks for the password, keeps the form and is repeated (R-MFA-09)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Starter');
  await page.goto('/app/settings/profile/security');
  await requireStepUpOnce(page, 'User/UpdatePassword');
  await page.getByLabel('Senha atual').fill('a good password');
  await page.getByLabel('Nova senha', { exact: true }).fill('a better password');
  await page.getByLabel('Confirme a nova senha').fill('a better password');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await expect(dialog.getByLabel('Senha', { exact: true })).toBeFocused();
  await expectAccessible(page);
  // Closed: the call stays refused, and the form keeps its content.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Confirme que é você para continuar')).toBeVisible();
  await expect(page.getByLabel('Senha atual')).toHaveValue('a good password');
  const calls = await requireStepUpOnce(page, 'User/UpdatePassword');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(dialog.getByLabel('Senha', { exact: true })).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Credenciais inválidas')).toBeVisible();
  await dialog.getByLabel('Senha', { exact: true }).fill('a good password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nova senha salva')).toBeVisible();
  expect(calls()).toBe(2);
});
