import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expectKept, storedInput } from '#e2e/support/drafts.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import {
  apiClientAt,
  createVerifiedOwner,
  restoreSession,
  testPassword,
  type TestUser,
} from '#e2e/support/users.ts';

const fillTransaction = async (page: Page, description = 'Café') => {
  await page.getByLabel('Descrição').fill(description);
  await page.getByLabel('Quantidade').fill('2');
  await page.getByLabel('Preço').fill('10,50');
};

/** Confirms the form with the keyboard alone. */
const submit = async (page: Page, label = 'Adicionar') => {
  await page.getByRole('button', { name: label, exact: true }).focus();
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: label });
  await expect(confirm).toBeVisible();
  await confirm.focus();
  await page.keyboard.press('Enter');
};

/** Returns what a browser keeps besides settings of the device: entries of its storage, and input (R-DRF-06). */
const keptBy = async (page: Page) => {
  const settings = ['app-background', 'offline-look', 'single-key-shortcuts'];
  const entries = await page.evaluate(() => Object.keys(localStorage));
  return [...entries.filter((key) => !settings.includes(key)), ...(await storedInput(page))];
};

const notice = (page: Page) => page.getByText('Rascunho recuperado');
const descriptions = async ({ api }: TestUser) =>
  (await api.transactions.getAll({ query: { limit: 50 } })).items.map((one) => one.description);
const signIn = async (server: { url: string }, page: Page) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  return ana;
};

test('a draft survives a reload and a crash until it is saved or discarded, and ends with the session (R-DRF-01)', async ({
  context,
  page,
  server,
}) => {
  const ana = await signIn(server, page);
  await page.goto('/app/transactions/new');
  await fillTransaction(page);
  await expectKept(page, '10.5');
  // The browser does not ask: nothing is lost.
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await expect(page.getByLabel('Descrição')).toHaveValue('Café');
  await expect(page.getByLabel('Quantidade')).toHaveValue('2');
  await expect(page.getByLabel('Preço')).toHaveValue('10,50');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Descartar' }).press('Enter');
  await expect(page.getByLabel('Descrição')).toHaveValue('');
  await expect(notice(page)).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Descrição')).toBeVisible();
  await expect(notice(page)).toBeHidden();

  await fillTransaction(page);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('link', { name: 'Nova transação' }).first().click();
  await expect(page.getByLabel('Descrição')).toHaveValue('');

  // A tab that ends without notice leaves its draft to the next one.
  await fillTransaction(page);
  await expectKept(page, '10.5');
  await page.close();
  const other = await context.newPage();
  await restoreSession(other, ana);
  await other.goto('/app/transactions/new');
  await expect(other.getByLabel('Descrição')).toHaveValue('Café');
  await submit(other);
  await expect(other.getByRole('row', { name: /Café/ })).toBeVisible();
  await other.goto('/app/transactions/new');
  await expect(other.getByLabel('Descrição')).toHaveValue('');
  await expect(notice(other)).toBeHidden();
  expect(await descriptions(ana)).toEqual(['Café']);

  await fillTransaction(other);
  await other.goto('/app/dashboard');
  // As any part leaves its own entries.
  await other.evaluate(() => {
    localStorage.setItem('registration', JSON.stringify({ email: 'ana@example.com' }));
    localStorage.setItem('a-new-entry', 'of a person');
  });
  await other.getByRole('button', { name: 'Ana Souza' }).click();
  await other.getByRole('button', { name: 'Sair' }).click();
  await expect(other).toHaveURL(/\/account\/login/);
  expect(await keptBy(other)).toEqual([]);
  const credentials = { email: ana.email, password: testPassword };
  const { token } = await apiClientAt(server.url).accounts.login({ body: credentials });
  await restoreSession(other, { ...ana, token });
  await other.goto('/app/transactions/new');
  await expect(other.getByLabel('Descrição')).toHaveValue('');
});

test('settings keep drafts, and another person sees none (R-DRF-02)', async ({ page, server }) => {
  const ana = await signIn(server, page);
  await page.goto('/app/settings/profile');
  const form = page.getByRole('region', { name: 'Sobre você', exact: true });
  await form.getByLabel('Nome', { exact: true }).fill('Mariana');
  await expectKept(page, 'Mariana');
  await page.reload();
  await expect(form.getByLabel('Nome', { exact: true })).toHaveValue('Mariana');
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page);

  const bia = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, bia);
  await page.goto('/app/settings/profile');
  await expect(form.getByLabel('Nome', { exact: true })).toHaveValue('Ana');
  await expect(notice(page)).toBeHidden();

  await restoreSession(page, ana);
  await page.goto('/app/settings/profile');
  await expect(form.getByLabel('Nome', { exact: true })).toHaveValue('Mariana');
  // The notice moves the button.
  await expect(notice(page)).toBeVisible();
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Perfil salvo')).toBeVisible();
  await page.reload();
  await expect(form.getByLabel('Nome', { exact: true })).toHaveValue('Mariana');
  await expect(notice(page)).toBeHidden();
});

test('what got no answer stays in its form, and takes effect once when it is sent again (R-DRF-03)', async ({
  context,
  page,
  server,
}) => {
  const ana = await signIn(server, page);
  const expectUnavailable = async () => {
    const error = page.getByRole('alertdialog', { name: 'Erro' });
    await expect(error).toContainText('Não foi possível acessar o serviço agora');
    await error.getByRole('button', { name: 'Fechar' }).press('Enter');
  };
  // Dialogs load after the page, so that they open without a network.
  const dialogs = page.waitForResponse(/\/assets\/dialog-view-/);
  await page.goto('/app/transactions/new');
  await (await dialogs).finished();
  await fillTransaction(page);
  await context.setOffline(true);
  await submit(page);
  await expectUnavailable();
  await expect(page.getByLabel('Descrição')).toHaveValue('Café');
  expect(await descriptions(ana)).toEqual([]);
  await context.setOffline(false);
  await submit(page);
  await expect(page.getByRole('row', { name: /Café/ })).toBeVisible();
  expect(await descriptions(ana)).toEqual(['Café']);

  // The server takes effect, but its answers are lost.
  let isLost = true;
  await page.route('**/api/Transaction/{Update,Delete}/**', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page
    .getByRole('row', { name: /Café/ })
    .getByRole('link', { name: 'Editar transação' })
    .click();
  await expect(page.getByLabel('Descrição')).toHaveValue('Café');
  await page.getByLabel('Quantidade').fill('7');
  await submit(page, 'Salvar');
  await expectUnavailable();
  isLost = false;
  await submit(page, 'Salvar');
  await expect(page.getByLabel('Descrição')).toBeHidden();
  isLost = true;
  await page
    .getByRole('row', { name: /Café/ })
    .getByRole('link', { name: 'Editar transação' })
    .click();
  await expect(page.getByLabel('Quantidade')).toHaveValue('7');
  await submit(page, 'Excluir');
  await expectUnavailable();
  isLost = false;
  await submit(page, 'Excluir');
  await expect(page.getByLabel('Descrição')).toBeHidden();
  expect(await descriptions(ana)).toEqual([]);
});
