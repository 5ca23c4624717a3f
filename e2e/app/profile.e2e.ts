import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { chooseFile } from '#e2e/support/files.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { inviteAndAccept } from '#e2e/support/members.ts';
import {
  createVerifiedOwner,
  restoreSession,
  testPassword,
  signInInBrowser,
} from '#e2e/support/users.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Creates a picture of a camera's size: larger than the stored one. */
const photograph = async (page: Page) => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1_200, 900];
    const drawing = canvas.getContext('2d');
    if (drawing) drawing.fillStyle = 'teal';
    drawing?.fillRect(0, 0, 1_200, 900);
    drawing?.clearRect(0, 0, 500, 400);
    return canvas.toDataURL('image/png');
  });
  const buffer = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return { name: 'me.png', mimeType: 'image/png', buffer };
};

/** Reads width and height from the header of a PNG. */
const sizeOf = (dataUrl: string) => {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

test('names and a picture are changed and shown everywhere (R-ACC-24)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  await page.goto('/app/settings/profile');
  const form = section(page, 'Sobre você');
  await expect(form.getByLabel('E-mail')).toHaveValue(ana.email);
  await expect(form.getByLabel('E-mail')).not.toBeEditable();
  await form.getByLabel('Nome', { exact: true }).fill('');
  await expect(form.getByText('Obrigatório')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Nome', { exact: true }).fill('Mariana');
  await form.getByLabel('Telefone').fill('+55 11 5555-0100');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Perfil salvo')).toBeVisible();
  const me = page.getByRole('button', { name: 'Mariana Souza' });
  await expect(me).toBeVisible();

  const sent = page.waitForRequest(/UpdateAvatar$/);
  await chooseFile(form.getByLabel('Foto', { exact: true }), await photograph(page));
  const dialog = page.getByRole('dialog', { name: 'Recortar a foto' });
  const photo = dialog.getByRole('img');
  const pixels = () => photo.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await dialog.getByLabel('Zoom').fill('2');
  const zoomed = await pixels();
  await photo.press('ArrowRight');
  await photo.press('ArrowDown');
  expect(await pixels()).not.toBe(zoomed);
  await expectAccessible(page);
  const chosen = await pixels();
  await dialog.getByRole('button', { name: 'Usar foto' }).click();
  const { avatar } = (await sent).postDataJSON() as { avatar: string };
  expect(sizeOf(avatar)).toEqual([600, 600]);
  expect(avatar).toBe(chosen);
  await expect(me.locator('img')).toHaveAttribute('src', /^\/files\//);

  await page.reload();
  await expect(form.getByLabel('Telefone')).toHaveValue('+55 11 5555-0100');
  await expect(me.locator('img')).toBeVisible();
  await form.getByRole('button', { name: 'Remover Foto 1' }).click();
  await expect(me.locator('img')).toBeHidden();

  const text = { name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('me') };
  await chooseFile(form.getByLabel('Foto', { exact: true }), text);
  await expect(form.getByText('Use uma imagem JPEG, PNG, JPG ou ICO')).toBeVisible();
});

// Also shows R-ACC-20 (a session that has ended leads to sign-in) and R-RTM-03 (the hub closes its connection).
test('a session is ended from the list, and by a new password (R-ACC-19, R-ACC-25)', async ({
  browser,
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await other.goto('/account/login');
  await signInInBrowser(other, ana.email);
  await expect(other).toHaveURL(/\/app\/dashboard$/);

  await page.goto('/app/settings/profile/security');
  const list = section(page, 'Sessões');
  const sessions = list.getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await list.getByRole('button', { name: 'Encerrar sessão: Chrome no Linux' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click();
  await expect(sessions).toHaveCount(1);
  // The hub notifies the open page, which leaves by itself.
  await expect(other).toHaveURL(/\/account\/login/);
  await signInInBrowser(other, ana.email);
  await expect(other).toHaveURL(/\/app\/dashboard$/);

  const form = section(page, 'Senha');
  await expect(form.getByRole('link', { name: 'Esqueceu sua senha?' })).toHaveAttribute(
    'href',
    `/account/forgot?${new URLSearchParams({ e: ana.email })}`,
  );
  await form.getByLabel('Senha atual').fill('not my password');
  await form.getByLabel('Nova senha', { exact: true }).fill('a better password');
  await form.getByLabel('Confirme a nova senha').fill('another password');
  await form.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(form.getByText('As senhas não conferem')).toBeVisible();
  await form.getByLabel('Confirme a nova senha').fill('a better password');
  await form.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(form.getByText('Esta não é a sua senha atual')).toBeVisible();
  await form.getByLabel('Senha atual').fill(testPassword);
  await form.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(page.getByText('Nova senha salva')).toBeVisible();
  await expect(form.getByLabel('Nova senha', { exact: true })).toHaveValue('');
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('Esta sessão');

  // So does one that is opened afterwards.
  await expect(other).toHaveURL(/\/account\/login/);
  await other.goto('/app/transactions');
  await expect(other).toHaveURL(/\/account\/login/);
  await signInInBrowser(other, ana.email);
  await expect(other.getByText('Credenciais inválidas')).toBeVisible();
});

test('a change of language, in the profile or the menu, applies without losing input, and to emails (R-APP-08)', async ({
  page,
  server,
  mailTo,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  await page.goto('/app/settings/profile');
  await page.getByLabel('Sobrenome').fill('Lima');
  const stored = page.waitForResponse(/UpdateLocale/);
  await page.getByLabel('Idioma', { exact: true }).selectOption('es-MX');
  await expect(page.getByRole('heading', { name: 'Sobre ti' })).toBeVisible();
  await expect(page.getByLabel('Apellido')).toHaveValue('Lima');
  await stored;

  await page.getByRole('button', { name: 'Ana Souza' }).click();
  const storedAgain = page.waitForResponse(/UpdateLocale/);
  await page.getByRole('group', { name: 'Menú de la cuenta' }).getByText('Idioma').click();
  await page.getByRole('button', { name: 'हिन्दी (भारत)' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await storedAgain;
  await ana.api.users.updatePassword({
    body: {
      passwordCurrent: testPassword,
      passwordNew: testPassword,
      passwordConfirm: testPassword,
    },
  });
  await mailTo(ana.email, /पासवर्ड/);
});

test('addresses of sections that the profile had once lead to their pages, with the organization (R-APP-07)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  const level = page.getByRole('heading', { level: 1 });
  await page.goto(`/app/settings/profile?org=${ana.tenant}#danger`);
  await expect(level).toHaveText('Privacidade');
  await expect(page).toHaveURL(/\/profile\/privacy.*#danger$/);
  await expect(section(page, 'Zona de perigo')).toBeFocused();
  await page.goto('/app/settings/profile#background');
  const background = page.getByLabel('Aparência');
  await expect(background).toBeFocused();
  await background.selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expectAccessible(page);
});

test('a guest, who can’t list members, leaves from the profile (R-MEM-14)', async ({
  page,
  server,
  mailTo,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const bia = await createVerifiedOwner(server.url, 'Starter');
  const { name } = await ana.api.tenants.getCurrent();
  const { name: own } = await bia.api.tenants.getCurrent();
  await inviteAndAccept(bia, { owner: ana, role: Role.Guest, mailTo });
  await restoreSession(page, bia);
  await page.goto('/app/settings/profile');
  const list = section(page, 'Organizações');
  await expect(list.getByRole('listitem').filter({ hasText: name })).toContainText('Convidado');
  await list.getByRole('button', { name: `Sair de ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  await list.getByRole('button', { name: `Sair de ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair da organização' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  expect((await ana.api.members.getAll({ params: { tenantId: ana.tenant } })).length).toBe(1);

  // They are the last owner of their own organization.
  await list.getByRole('button', { name: `Sair de ${own}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair da organização' }).click();
  const refusal = page.getByRole('alertdialog');
  await expect(refusal).toContainText('A organização não pode ficar sem proprietário');
  await expect(refusal).toContainText('Primeiro torne outra pessoa proprietária');
});

test('the person downloads a copy of their data, and deletes the account after a question (R-ACC-26, R-DAT-05)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  await page.goto('/app/settings/profile/privacy');
  const data = section(page, 'Seus dados');
  await expect(data).toContainText('Um arquivo JSON com sua conta');
  const button = data.getByRole('button', { name: 'Baixar seus dados' });
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  expect(download.suggestedFilename()).toBe('personal-data.json');
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    account: { email: string };
    memberships: { role: string; organization: { name: string } }[];
  };
  expect(file.account.email).toBe(ana.email);
  const { name } = await ana.api.tenants.getCurrent();
  expect(file.memberships).toMatchObject([{ role: 'Owner', organization: { name } }]);

  await page.route('**/api/User/ExportData', (route) => route.abort());
  await button.click();
  const refusal = page.getByRole('alertdialog', { name: 'Não foi possível baixar seus dados' });
  await expect(refusal).toBeVisible();
  await expectAccessible(page);
  await refusal.getByRole('button').click();
  await expect(button).toBeFocused();

  const remove = section(page, 'Zona de perigo').getByRole('button', { name: 'Excluir conta' });
  const question = page.getByRole('dialog', {
    name: 'Vamos excluir sua conta e todas as suas organizações',
  });
  await remove.click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await remove.click();
  await expect(question.getByRole('listitem')).toContainText(/Mesa .*1 membro/);
  const submit = question.getByRole('button', { name: 'Excluir conta' });
  await question.getByLabel(/Digite .* para confirmar/).fill('ana@example.com');
  await expect(submit).toBeDisabled();
  await question.getByLabel(/Digite .* para confirmar/).fill(ana.email);
  await submit.click();
  await expect(page).toHaveURL(/\/account\/login$/);
  await expect(page.getByText('Sua conta foi excluída')).toBeVisible();
  await signInInBrowser(page, ana.email);
  await expect(page.getByText('Você ainda não se cadastrou')).toBeVisible();
});
