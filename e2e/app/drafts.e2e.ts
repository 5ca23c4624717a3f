import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
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

/** Opens a page and waits for everything that it loads in advance, for its use offline. */
const openForOffline = async (page: Page, path: string) => {
  const toasts = page.waitForResponse(/\/assets\/toaster-view/);
  await page.goto(path);
  await toasts;
  await page.waitForLoadState('networkidle');
};

/** Returns the input that the browser has stored, each with its key, as JSON. */
const storedInput = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('pregao');
    const store = await new Promise<IDBObjectStore>((resolve, reject) => {
      opened.addEventListener('success', () =>
        resolve(opened.result.transaction('input').objectStore('input')),
      );
      opened.addEventListener('error', () => reject(new Error('The input can’t be opened')));
    });
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    await new Promise((resolve) => values.addEventListener('success', resolve));
    opened.result.close();
    return keys.result.map((key, index) => JSON.stringify([key, values.result[index]]));
  });

/** Waits until the browser has stored a draft with this text: it writes a moment after the input. */
const expectKept = (page: Page, text: string) =>
  expect.poll(async () => (await storedInput(page)).join('\n')).toContain(text);

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
  // As the chat leaves a message that waits, and any other part its own entries.
  await other.evaluate(
    ({ id, tenant }) => {
      const message = { id, message: 'Segredo', at: new Date().toISOString(), failure: null };
      localStorage.setItem(`chat.${tenant}.${id}`, JSON.stringify([message]));
      localStorage.setItem('registration', JSON.stringify({ email: 'ana@example.com' }));
      localStorage.setItem('a-new-entry', 'of a person');
    },
    { id: (await ana.api.users.getCurrent()).id, tenant: ana.tenant },
  );
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

/** Fills in a new transaction and submits it offline. */
const submitOffline = async (context: BrowserContext, page: Page, description?: string) => {
  await fillTransaction(page, description);
  await context.setOffline(true);
  await submit(page);
  await expect(queue(page)).toBeVisible();
};
const queue = (page: Page) => page.getByRole('button', { name: /alteraç(ão|ões) aguardando/ });

/** Opens a form from the list, without loading a page. */
const openNew = (page: Page) => page.getByRole('link', { name: 'Nova transação' }).first().click();
const openRow = (page: Page, name: RegExp) =>
  page.getByRole('row', { name }).first().getByRole('link').click();

test('changes offline are sent once, may be corrected if refused, and hold back the sign-out (R-DRF-03, R-DRF-04)', async ({
  context,
  page,
  server,
}) => {
  const ana = await signIn(server, page);
  await openForOffline(page, '/app/transactions/new');
  await submitOffline(context, page);
  await expect(page.getByText('Salvo neste dispositivo')).toBeVisible();
  await queue(page).click();
  const list = page.getByRole('dialog', { name: 'Alterações a enviar' });
  await expect(list.getByText('Nova transação · Café')).toBeVisible();
  await expect(list.getByText('Aguardando conexão')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await expect(page.getByRole('row', { name: /Café/ })).toHaveCount(1);
  await expect(queue(page)).toBeHidden();
  expect(await descriptions(ana)).toEqual(['Café']);

  // The same input again is another record.
  await openNew(page);
  await fillTransaction(page);
  await submit(page);
  await expect(page.getByRole('row', { name: /Café/ })).toHaveCount(2);

  // A refused one is opened, corrected and sent again.
  await openNew(page);
  await submitOffline(context, page, 'Refused');
  await page.route('**/api/Transaction/Create', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: '', status: 400, code: 'errors.upload.size' },
    }),
  );
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Uma alteração precisa da sua atenção' }).click();
  await expectAccessible(page);
  await page.unroute('**/api/Transaction/Create');
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir' }).click();
  await expect(notice(page)).toBeVisible();
  await expect(page.getByLabel('Descrição')).toHaveValue('Refused');
  await page.getByLabel('Descrição').fill('Corrected');
  await submit(page);
  await expect(page.getByRole('row', { name: /Corrected/ })).toBeVisible();
  expect(await descriptions(ana)).not.toContain('Refused');

  // Deletions and changes wait, too.
  await openRow(page, /Corrected/);
  await expect(page.getByLabel('Descrição')).toHaveValue('Corrected');
  await context.setOffline(true);
  await submit(page, 'Excluir');
  await expect(queue(page)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => descriptions(ana)).toEqual(['Café', 'Café']);
  await expect(queue(page)).toBeHidden();
  await openRow(page, /Café/);
  await expect(page.getByLabel('Descrição')).toHaveValue('Café');
  await page.getByLabel('Quantidade').fill('7');
  await context.setOffline(true);
  await submit(page, 'Salvar');
  await expect(queue(page)).toBeVisible();
  await page.getByRole('button', { name: 'Ana Souza' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar conectado' }).click();
  await context.setOffline(false);
  const quantities = async () =>
    (await ana.api.transactions.getAll()).items.map(({ quantity }) => quantity).toSorted();
  await expect.poll(quantities).toEqual([2, 7]);
});

test('it is sent by the next page when the tab was closed, and never twice (R-DRF-03)', async ({
  context,
  page,
  server,
}) => {
  const ana = await signIn(server, page);
  // The server takes effect, but its answers are lost.
  const keys: (string | undefined)[] = [];
  await page.route('**/api/Transaction/Create', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto('/app/transactions/new');
  await fillTransaction(page);
  await submit(page);
  await expect(page.getByText('Salvo neste dispositivo')).toBeVisible();
  await page.close();
  const [next, another] = [await context.newPage(), await context.newPage()];
  for (const tab of [next, another]) {
    await tab.route('**/api/Transaction/Create', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.continue();
    });
    await restoreSession(tab, ana);
  }
  await Promise.all([next, another].map((tab) => tab.goto('/app/transactions')));
  await expect(next.getByRole('row', { name: /Café/ })).toHaveCount(1);
  await expect(queue(next)).toBeHidden();
  expect(await descriptions(ana)).toEqual(['Café']);
  expect(new Set(keys).size).toBe(1);
});

test('it waits for its person, and is sent to its organization (R-DRF-05)', async ({
  context,
  page,
  server,
}) => {
  const ana = await signIn(server, page);
  await openForOffline(page, '/app/transactions/new');
  await submitOffline(context, page);
  await page.close();
  await context.setOffline(false);
  const bia = await createVerifiedOwner(server.url, 'Pro');
  const hers = await context.newPage();
  await restoreSession(hers, bia);
  await hers.goto('/app/transactions');
  await expect(queue(hers)).toBeHidden();
  expect([await descriptions(ana), await descriptions(bia)]).toEqual([[], []]);

  await restoreSession(hers, ana);
  await hers.goto('/app/transactions');
  await expect.poll(() => descriptions(ana)).toEqual(['Café']);
  expect(await descriptions(bia)).toEqual([]);
});
