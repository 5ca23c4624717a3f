import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { inviteByEmail } from '#e2e/support/joining.ts';
import {
  fillNames,
  fillNewPassword,
  enableJoinLink,
  createSignedInOwner,
  waitForMailedLink,
  membersPath,
  memberRow,
} from '#e2e/support/members.ts';
import {
  createVerifiedOwner,
  restoreSession,
  registrationData,
  testPassword,
} from '#e2e/support/users.ts';

const accept = (page: Page) => page.getByRole('button', { name: 'Aceitar convite' }).click();

const expectCurrent = async (page: Page, organization: string) => {
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(page.getByText(organization).first()).toBeVisible();
};

test('a new person is invited by email, chooses a password and is signed in (R-MEM-02, R-MEM-07, R-MEM-08)', async ({
  page,
  browser,
  mailTo,
  server,
}) => {
  const ana = await createSignedInOwner(page, server.url, 'Pro');
  const { email } = registrationData();
  const older = await inviteByEmail(ana, email, mailTo);
  await page.goto(membersPath);
  await memberRow(page, email)
    .getByRole('link', { name: /Editar/ })
    .click();
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(page.getByText(/Novo convite enviado/)).toBeVisible();
  await page.keyboard.press('Escape');
  const mailed = () => waitForMailedLink(mailTo, email, '/invitation?i=');
  await expect.poll(mailed).not.toBe(older);
  const link = await mailed();

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole('heading')).toContainText(`${ana.organization} convida você`);
  await expect(other.getByText(/Olá, Bia!/)).toBeVisible();
  await expect(other.getByLabel('E-mail')).toHaveValue(email);
  await expect(other.getByLabel('E-mail')).toBeDisabled();
  await expectAccessible(other);

  const sent: string[] = [];
  other.on('request', (request) => sent.push(request.url()));
  await fillNewPassword(other, 'not the same');
  await accept(other);
  await expect(other.getByText('As senhas não conferem')).toBeVisible();
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);

  await fillNewPassword(other);
  await accept(other);
  await expectCurrent(other, ana.organization);
  // The hub refreshes the list that is open.
  await expect(memberRow(page, email)).toContainText('Ativo');
  await expect(memberRow(page, email)).toContainText('Por convite');

  // The link works once, and then says what to do (R-MEM-09).
  const late = await (await browser.newContext()).newPage();
  await late.goto(link);
  await expect(late.getByRole('heading', { name: 'Link de convite inválido' })).toBeVisible();
  await expect(late.getByText(/peça a quem convidou você/)).toBeVisible();
  await late.getByRole('link', { name: 'Entrar' }).click();
  await expect(late).toHaveURL(/\/account\/login/);
});

test('an existing account accepts with one click, or with its password in place of another account (R-MEM-08)', async ({
  page,
  browser,
  mailTo,
  server,
}) => {
  const ana = await createSignedInOwner(page, server.url, 'Pro');
  const [bia, caio] = await Promise.all([
    createVerifiedOwner(server.url, 'Starter'),
    createVerifiedOwner(server.url, 'Starter'),
  ]);
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  const link = await inviteByEmail(ana, caio.email, mailTo);
  // An expired session doesn't block the invitation.
  await restoreSession(other, { token: 'sx_ended', tenant: caio.tenant });
  await other.goto(link);
  await expect(other.getByLabel('Senha', { exact: true })).toBeVisible();
  await expect(other.getByLabel('Confirme a senha')).toBeHidden();
  await restoreSession(other, caio);
  await other.goto(link);
  await expect(other.getByLabel('E-mail')).toHaveValue(caio.email);
  await expect(other.getByLabel('Senha', { exact: true })).toBeHidden();
  await accept(other);
  await expectCurrent(other, ana.organization);

  // Signed in with another account, a person switches and returns to the invitation.
  await page.goto(await inviteByEmail(ana, bia.email, mailTo));
  await expect(page.getByText(`Ele é para ${bia.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Trocar de conta' }).click();
  await expect(page).toHaveURL(/\/invitation\?i=/);
  await page.getByLabel('Senha', { exact: true }).fill('a wrong password');
  await accept(page);
  await expect(page.getByText('Credenciais inválidas')).toBeVisible();
  await expect(
    page.getByRole('alert').getByRole('link', { name: 'Esqueceu sua senha?' }),
  ).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill(testPassword);
  await accept(page);
  await expectCurrent(page, ana.organization);
  await expect(page.getByRole('button', { name: 'Ana Souza' })).toBeVisible();
});

test('returns to the invitation after a password reset, in another tab too', async ({
  page,
  context,
  mailTo,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name } = await ana.api.tenants.getCurrent();
  const bia = await createVerifiedOwner(server.url, 'Starter');
  await page.goto(await inviteByEmail(ana, bia.email, mailTo));
  await page.getByRole('link', { name: 'Entrar de outra forma' }).click();
  await expect(page).toHaveURL(/\/account\/login\?.*redirect=/);
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click();
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByRole('heading', { name: 'Redefinição de senha' })).toBeVisible();

  const tab = await context.newPage();
  await tab.goto(await waitForMailedLink(mailTo, bia.email, '/account/reset'));
  await fillNewPassword(tab);
  await tab.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(tab).toHaveURL(/\/invitation\?i=/);
  await accept(tab);
  await expectCurrent(tab, name);
});

test('returns to the requested page after registering an organization first', async ({
  page,
  mailTo,
}) => {
  const caio = registrationData();
  await page.goto('/account/login?redirect=%2Fapp%2Fsettings%2Fprofile');
  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await page.getByLabel('Organização').fill(caio.organization);
  await page.getByLabel('E-mail').fill(caio.email);
  await page.getByLabel('Nome', { exact: true }).fill('Caio');
  await page.getByLabel('Sobrenome').fill('Lima');
  await page.getByRole('button', { name: /Começar teste|Criar conta/ }).click();
  await expect(page.getByRole('heading', { name: /Falta um passo/ })).toBeVisible();
  await page.goto(await waitForMailedLink(mailTo, caio.email, '/account/verify'));
  await fillNewPassword(page);
  await page.getByRole('button', { name: 'Verificar e entrar' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/profile$/);
});

test('a join link without acceptance signs in right away (R-MEM-12)', async ({
  page,
  browser,
  server,
}) => {
  const ana = await createSignedInOwner(page, server.url, 'Pro');
  const link = await enableJoinLink(page, { acceptance: false });
  const { email } = registrationData();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await other.getByLabel('E-mail').fill(email);
  await fillNames(other);
  await fillNewPassword(other);
  await other.getByRole('button', { name: 'Pedir acesso' }).click();
  await expectCurrent(other, ana.organization);

  // A signed-in user requests access with their own address, or signs out first (R-MEM-11).
  await other.goto(link);
  await expect(other.getByLabel('E-mail')).toHaveValue(email);
  await expect(other.getByLabel('E-mail')).toBeDisabled();
  await other.getByLabel('Senha', { exact: true }).fill(testPassword);
  await other.getByRole('button', { name: 'Pedir acesso' }).click();
  await expect(other.getByText('Esta pessoa já está na organização')).toBeVisible();
  await other.getByRole('button', { name: 'Sair e usar outro e-\u2060mail' }).click();
  await expect(other.getByLabel('E-mail')).toBeEditable();

  await page.getByRole('button', { name: 'Redefinir link' }).click();
  const reset = page.getByRole('alertdialog');
  await reset.getByRole('button', { name: 'Redefinir link' }).click();
  await expect(page.getByLabel('Link', { exact: true })).not.toHaveValue(link);
  await other.goto(link);
  const invalid = other.getByRole('dialog', { name: 'Link de convite inválido' });
  await invalid.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(invalid).toBeHidden();
  await expect(other.getByRole('heading', { name: 'Link de convite inválido' })).toBeVisible();
});
