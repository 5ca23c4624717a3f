import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import {
  apiClientAt,
  createVerifiedOwner,
  restoreSession,
  testPassword,
} from '#e2e/support/users.ts';

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name });

const fillTransaction = async (page: Page) => {
  await page.getByLabel('Descrição').fill('Café');
  await page.getByLabel('Quantidade').fill('2');
  await page.getByLabel('Preço').fill('10,50');
  await page.getByLabel('Data').fill('2026-11-20');
};

/** Opens a page with everything that it loads in advance. */
const open = async (page: Page, path: string) => {
  const dialogs = page.waitForResponse(/\/assets\/dialog-view/);
  await page.goto(path);
  await dialogs;
};

/** Waits for the notice of a page that has not loaded, and skips the ten seconds before it shows. */
const skipSlowLoadDelay = async (page: Page) => {
  const notice = page.getByText('Esta página está demorando para carregar.');
  await expect(notice).toBeAttached();
  // Not whether it is hidden now: the page itself may have taken longer.
  await expect(page.locator('[data-slow-load]')).toHaveCSS('transition-delay', '10s');
  await page.evaluate(() => {
    for (const transition of document.getAnimations()) transition.finish();
  });
  await expect(notice).toBeVisible();
};

test('what a plan lacks is named by its tier while the plans can’t be read (R-APP-12)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Starter'));
  await page.route('**/SubscriptionProduct/GetAll', (route) => route.abort());
  await page.goto('/app/settings/organization/security');
  await expect(page.getByText('Disponível no Nível 3')).toBeVisible();
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: /Nível 2/ })).toBeVisible();
});

test("without the code of dialogs the browser's own ask (R-APP-12)", async ({ page, server }) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await page.route(/\/assets\/(dialog-view|toaster-view)/, (route) => route.abort());
  await page.goto('/app/transactions/new');
  await fillTransaction(page);
  const questions: string[] = [];
  page.once('dialog', (dialog) => {
    questions.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.accept();
  });
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(page.getByRole('row', { name: /Café/ })).toBeVisible();
  expect(questions).toEqual(['confirm: Adicionar este registro?']);
});

test('navigation and refresh stay in the app offline (R-APP-12)', async ({
  context,
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await open(page, '/app/transactions');
  await context.setOffline(true);
  await expect(page.getByText('Você está sem conexão')).toBeVisible();
  await page.getByRole('button', { name: 'Recarregar' }).click();
  await expect(page.getByText('Não foi possível atualizar esta lista.')).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('Você está sem conexão')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Recarregar' })).toBeVisible();
  await expect(page.getByText('Não foi possível atualizar esta lista.')).toBeHidden();

  await context.setOffline(true);
  await menu(page, 'Recursos').click();
  await expect(page.getByRole('heading', { name: 'Não foi possível carregar' })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/resources$/);
  await expectAccessible(page);
  await expect(page.getByText('Não foi possível acessar o serviço agora')).toBeVisible();
  await page.getByRole('link', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('link', { name: 'Tentar novamente' })).toBeVisible();
  await menu(page, 'Transações').click();
  await expect(page.getByRole('heading', { name: 'Transações', level: 1 })).toBeVisible();
  await menu(page, 'Recursos').click();
  await expect(page.getByRole('heading', { name: 'Não foi possível carregar' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Recursos', level: 1 })).toBeVisible();
});

test('a page that stays without its scripts offers another try (R-APP-12)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await page.route(/\/assets\/entry\.client/, (route) => route.abort());
  await page.goto('/app/dashboard');
  const retry = page.getByRole('link', { name: 'Tentar novamente' });
  await skipSlowLoadDelay(page);
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  await retry.click();
  await expect(page.getByRole('heading', { name: 'Painel', level: 1 })).toBeVisible();
  await expect(retry).toBeHidden();
});

test('a page reloads once after its code failed to load (R-APP-12)', async ({ page, server }) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await open(page, '/app/dashboard');
  await page.route(/\/assets\/list-/, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed', (request) => /list-/.test(request.url()));
  await menu(page, 'Transações').click();
  await failed;
  await expect(page.getByRole('heading', { name: 'Transações', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/transactions$/);
});

test('a page whose code never loads shows the error after one reload (R-APP-12)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await open(page, '/app/transactions');
  await page.route(/\/assets\/resources-/, (route) => route.abort());
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await menu(page, 'Recursos').click();
  const retry = page.getByRole('link', { name: 'Tentar novamente' });
  await expect.poll(() => documents).toBe(1);
  await skipSlowLoadDelay(page);
  await expect(retry).toBeVisible();
  await expect(retry).not.toHaveAttribute('aria-busy', 'true');
  expect(documents).toBe(1);
  await page.unrouteAll();
  await retry.click();
  await expect(page.getByRole('heading', { name: 'Recursos', level: 1 })).toBeVisible();
});

const isAskedBeforeUnload = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  });

test('unsaved changes are kept or asked about (R-APP-13)', async ({ page, server }) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await page.goto('/app/dashboard');
  await page.goto('/app/settings/profile');
  const form = page.getByRole('region', { name: 'Sobre você', exact: true });
  const name = form.getByLabel('Nome', { exact: true });
  const save = form.getByRole('button', { name: 'Salvar' });
  await expect(save).toBeDisabled();
  expect(await isAskedBeforeUnload(page)).toBe(false);
  await name.fill('Mariana');
  await expect(save).toBeEnabled();
  // A draft is kept (R-DRF-01), so a reload loses nothing.
  expect(await isAskedBeforeUnload(page)).toBe(false);
  const back = page.getByRole('link', { name: 'Voltar ao app' });
  await back.click();
  const question = page.getByRole('alertdialog', { name: 'Descartar as alterações?' });
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(name).toHaveValue('Mariana');
  await save.click();
  await expect(page.getByText('Perfil salvo')).toBeVisible();
  await expect(save).toBeDisabled();
  await name.fill('Ana Maria');
  await back.click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await menu(page, 'Transações').click();

  // A panel asks before going back.
  await page.getByRole('link', { name: 'Nova transação' }).first().click();
  await page.getByLabel('Descrição').fill('Café');
  await page.goBack();
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(page.getByLabel('Descrição')).toHaveValue('Café');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(/\/app\/transactions$/);
});

test('the end of the session keeps unsaved changes (R-APP-14)', async ({ page, server }) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  await page.goto('/app/settings/profile');
  const form = page.getByRole('region', { name: 'Sobre você', exact: true });
  await form.getByLabel('Nome', { exact: true }).fill('Mariana');
  await ana.api.accounts.logout();
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await expect(dialog.getByLabel('E-mail')).toHaveValue(ana.email);
  await expectAccessible(page);
  await dialog.getByLabel('Senha', { exact: true }).fill('not my password');
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await expect(dialog.getByText('Credenciais inválidas')).toBeVisible();
  await dialog.getByLabel('Senha', { exact: true }).fill(testPassword);
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await expect(dialog).toBeHidden();
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Perfil salvo')).toBeVisible();

  // Without unsaved changes it leads to sign-in, which says why.
  const token = await page.evaluate(() => localStorage.getItem('id_token'));
  await apiClientAt(server.url, { ...ana, token: token ?? '' }).accounts.logout();
  await expect(page).toHaveURL(/\/account\/login\?redirect=%2Fapp%2Fsettings%2Fprofile$/);
  await expect(page.getByText('Sua sessão terminou')).toBeVisible();
});

test('a double click or a lost response creates one record (R-SUB-21)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  const keys: (string | undefined)[] = [];
  await page.route('**/api/Transaction/Create', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The server has handled the request, but its response is dropped.
    if (keys.length === 1) {
      await route.fetch();
      await route.abort('connectionreset');
    } else await route.continue();
  });
  await page.goto('/app/transactions/new');
  await page.getByLabel('Descrição').fill('PETR4');
  await page.getByLabel('Quantidade').fill('3');
  await page.getByLabel('Preço').fill('2,55');
  await page.getByLabel('Data').fill('2026-03-01');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).dblclick();
  const rows = page.getByRole('row', { name: /PETR4/ });
  await expect(rows).toHaveCount(1);
  expect(keys.length).toBeGreaterThan(1);
  expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  await page.reload();
  await expect(rows).toHaveCount(1);
});
