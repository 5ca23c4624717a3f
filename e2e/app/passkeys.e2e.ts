import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import {
  addAuthenticator,
  currentTotpCode,
  confirmRecoveryCodes,
  enrollByApi,
} from '#e2e/support/factors.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner } from '#e2e/support/members.ts';
import { clearBrowserSession, signInInBrowser } from '#e2e/support/users.ts';

/** Records for which requests the browser is asked for a passkey; returns the list, in order. */
const recordRequests = async (page: Page) => {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      asked.push(options?.mediation ?? 'optional');
      return get(options);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'asked') as string[]);
};

/** Name of a passkey, which is text and no markup (R-SEC-10). */
const named = 'Meu <img src=x onerror=alert(1)> notebook';

test('a passkey is added, signs in alone and as second factor, and is removed (R-MFA-10, R-MFA-11)', async ({
  page,
  server,
}) => {
  const { email } = await createSignedInOwner(page, server.url, 'Starter');
  const authenticator = await addAuthenticator(page);
  await page.goto('/app/settings/profile/security');
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  const codes = await confirmRecoveryCodes(page);
  expect(new Set(codes).size).toBe(10);
  const list = page.getByRole('region', { name: 'Chaves de acesso' });
  await list.getByRole('button', { name: /^Renomear/ }).click();
  await page.getByRole('dialog').getByLabel('Nome').fill(named);
  await page.getByRole('button', { name: 'Salvar', exact: true }).last().click();
  await expect(list.getByText(named)).toBeVisible();
  await expectAccessible(page);

  // Not pressed automatically: the page suggests passkeys as soon as it is shown.
  await authenticator.present(false);
  const asked = await recordRequests(page);
  await clearBrowserSession(page);
  await page.goto('/account/login');
  await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username webauthn');
  await expect.poll(asked).toEqual(['conditional']);
  const button = page.getByRole('button', { name: 'Entrar com chave de acesso' });
  await authenticator.present(true);
  await button.click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);

  await authenticator.present(false);
  await clearBrowserSession(page);
  await page.clock.install();
  await page.goto('/account/login');
  await expect.poll(asked).toEqual(['conditional']);
  await button.click();
  await expect.poll(asked).toEqual(['conditional', 'optional']);
  // The suggestion leaves the request of the button alone, however long the person takes.
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.clock.runFor(5_000);
  await page.evaluate(() => fetch('/health/live'));
  expect(requests).toEqual([expect.stringContaining('/health/live')]);
  expect(await asked()).toEqual(['conditional', 'optional']);
  await signInInBrowser(page, email);
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  const use = dialog.getByRole('button', { name: 'Usar uma chave de acesso' });
  await expect(use).toBeFocused();
  await expectAccessible(page);
  await authenticator.present(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/dashboard$/);

  await page.goto('/app/settings/profile/security');
  await page.getByRole('button', { name: `Remover ${named}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('Chave de acesso removida')).toBeVisible();
  await expect(list.getByText(named)).toBeHidden();
});

test('the sign-in again in place asks for the second factor, too (R-MFA-09)', async ({
  page,
  server,
}) => {
  const { api } = await createSignedInOwner(page, server.url, 'Starter');
  const key = await enrollByApi(api);
  await page.goto('/app/settings/profile');
  await page.getByLabel('Nome', { exact: true }).fill('Beatriz');
  const [session] = (await api.users.getSessions()).filter(({ current }) => current);
  await api.users.revokeSession({ params: { id: session?.id ?? '' } });
  // The page notices the end of the session, and the form has unsaved changes.
  await page.getByRole('dialog').getByLabel('Senha', { exact: true }).fill('a good password');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await dialog.getByLabel('Código de 6 dígitos').fill(currentTotpCode(key));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Beatriz');
  await page.getByRole('button', { name: 'Salvar', exact: true }).first().click();
  await expect(page.getByText('Perfil salvo')).toBeVisible();
});
