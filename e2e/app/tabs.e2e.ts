import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import type { Api } from '#contract/api-client.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { inviteAndAccept } from '#e2e/support/members.ts';
import {
  apiClientAt,
  createVerifiedOwner,
  restoreSession,
  registrationData,
  defaultPriceId,
  testPassword,
  type TestUser,
} from '#e2e/support/users.ts';

const transactionOf = (description: string) => ({
  description,
  quantity: 1,
  price: 1,
  date: '2026-03-01',
});
const record = (api: Api, description: string) =>
  api.transactions.create({ body: transactionOf(description) });

const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2060, cvc: '123' };

/** Creates a second organization on Pro, paid by card: its owner has had the trial (R-SUB-06). */
async function secondOf({ api }: TestUser, origin: string, name: string) {
  const { id: subscriptionCardToken } = await api.subscriptions.createCardToken({ body: card });
  const subscriptionPriceId = await defaultPriceId(origin, 'Pro');
  const selectedSubscription = { subscriptionPriceId, subscriptionCardToken };
  const { user } = await api.tenants.create({ body: { name, selectedSubscription } });
  return user.currentTenant?.id ?? '';
}

/** Returns the first column of the list in a tab. */
const rows = (page: Page) => page.getByRole('table').getByRole('rowheader');

/** The current organization belongs to the tab (R-ORG-02). */
test('two tabs on two organizations stay separate, each in its currency (R-ORG-02, R-ORG-13, R-SEC-02)', async ({
  context,
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const second = registrationData().organization;
  const tenant = await secondOf(ana, server.url, second);
  await record(ana.api, 'Of the first');
  const ofSecond = apiClientAt(server.url, { token: ana.token, tenant });
  await record(ofSecond, 'Of the second');
  const look = { appTheme: 'dark', appColor: 'red' } as const;
  const inRupees = { name: second, currency: 'inr', ...look } as const;
  await ofSecond.tenants.update({ params: { id: tenant }, body: inRupees });

  await restoreSession(page, ana);
  await page.goto('/app/transactions');
  await expect(rows(page)).toHaveText(['Of the first']);

  const other = await context.newPage();
  await restoreSession(other, ana);
  await other.goto('/app/transactions');
  await expect(rows(other)).toHaveText(['Of the first']);
  const menu = other.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('button', { name: /^Mesa/ }).click();
  await menu
    .getByRole('group', { name: 'Trocar de organização' })
    .getByRole('button', { name: second })
    .click();
  await expect(other).toHaveURL(/\/app\/dashboard$/);
  await expect(menu.getByRole('button', { name: second })).toBeVisible();
  await other.goto('/app/transactions');
  await expect(rows(other)).toHaveText(['Of the second']);

  // The first tab keeps its organization when it renders, refetches and writes.
  await page.getByRole('button', { name: 'Recarregar' }).click();
  await expect(rows(page)).toHaveText(['Of the first']);
  await page.getByRole('main').getByRole('link', { name: 'Nova transação' }).click();
  await page.getByLabel('Descrição').fill('Also of the first');
  await page.getByLabel('Quantidade').fill('1');
  await page.getByLabel('Preço').fill('1');
  await page.getByLabel('Data').fill('2026-03-02');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).click();
  await expect(rows(page)).toHaveText(['Also of the first', 'Of the first']);

  await page.reload();
  await expect(rows(page)).toHaveText(['Also of the first', 'Of the first']);
  await expect(page.getByRole('cell', { name: 'R$ 1,00' }).first()).toBeVisible();
  await other.reload();
  await expect(rows(other)).toHaveText(['Of the second']);
  await expect(other.getByRole('cell', { name: '₹ 1,00' }).first()).toBeVisible();
  await menu.getByRole('link', { name: 'Painel' }).click();
  await expect(other.getByRole('main').getByText('Of the second')).toBeVisible();
  await expect(other.getByText('of the first')).toBeHidden();
});

test('an address opens its organization, in every tab (R-ORG-12)', async ({
  browser,
  context,
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const tenant = await secondOf(ana, server.url, registrationData().organization);
  await record(apiClientAt(server.url, { token: ana.token, tenant }), 'Of the second');
  const { id: first } = await ana.api.tenants.getCurrent();
  await record(apiClientAt(server.url, { token: ana.token, tenant: first }), 'Of the first');

  // A link of an email, in a browser whose default organization is the first.
  await restoreSession(page, ana);
  await page.goto(`/app/transactions?org=${tenant}`);
  await expect(rows(page)).toHaveText(['Of the second']);

  // A new tab, which gets nothing of the tab that was used last, and the address of that tab elsewhere.
  const tab = await context.newPage();
  await tab.goto('/app/transactions');
  await expect(rows(tab)).toHaveText(['Of the second']);
  await expect(tab).toHaveURL('/app/transactions');
  // The address bar takes the focus from the page.
  await tab.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expect(tab).toHaveURL(`/app/transactions?org=${tenant}`);
  const elsewhere = await (await browser.newContext()).newPage();
  await restoreSession(elsewhere, ana);
  await elsewhere.goto(tab.url());
  await expect(rows(elsewhere)).toHaveText(['Of the second']);
  await elsewhere.context().close();
  await tab.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(tab).toHaveURL('/app/transactions');

  const stranger = await createVerifiedOwner(server.url, 'Pro');
  const { id: foreign = '' } = (await stranger.api.users.getCurrent()).currentTenant ?? {};
  await page.goto(`/app/transactions?org=${foreign}`);
  await expect(page.getByText('Você não participa da organização deste endereço.')).toBeVisible();
});

/** Changes the session of the browser in another tab, as a sign-in or sign-out does there. */
const changeSession = async (page: Page, token: string | null) => {
  const other = await page.context().newPage();
  await other.goto('/robots.txt');
  await other.evaluate((value) => {
    if (value) localStorage.setItem('id_token', value);
    else localStorage.removeItem('id_token');
  }, token);
  await other.close();
};

/** Opens a page and waits for the code that follows the account, which loads after it. */
const openWatched = async (page: Page, path: string) => {
  const loaded = page.waitForResponse(/\/assets\/later-parts/);
  await page.goto(path);
  await loaded;
  await page.waitForLoadState('networkidle');
};

test('a tab follows the account of another tab (R-ACC-44)', async ({ page, server }) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const rui = await createVerifiedOwner(server.url, 'Pro');
  await record(ana.api, 'Of Ana');
  await record(rui.api, 'Of Rui');
  await restoreSession(page, ana);
  await openWatched(page, '/app/transactions');
  await expect(rows(page)).toHaveText(['Of Ana']);
  await changeSession(page, rui.token);
  await expect(rows(page)).toHaveText(['Of Rui']);

  // A page that the browser had kept, and shows again, got no event.
  await openWatched(page, '/app/transactions');
  await page.evaluate((token) => {
    localStorage.setItem('id_token', token);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, ana.token);
  await expect(rows(page)).toHaveText(['Of Ana']);

  // The same person with a new session: nothing is loaded again.
  await openWatched(page, '/app/settings/profile');
  const { token } = await ana.api.accounts.login({
    body: { email: ana.email, password: testPassword },
  });
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const asked = page.waitForResponse(/User\/GetCurrent/);
  await changeSession(page, token);
  await asked;
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);

  await openWatched(page, '/app/settings/profile');
  await changeSession(page, null);
  await expect(page).toHaveURL(/\/account\/login/);
});

test('unsaved input of another account is named before the page follows (R-ACC-44)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const rui = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  await openWatched(page, '/app/transactions/new');
  await page.getByLabel('Descrição').fill('Café');
  await changeSession(page, rui.token);
  const dialog = page.getByRole('dialog', { name: `${rui.email} está usando` });
  await expect(dialog).toContainText(ana.email);
  await dialog.getByRole('button', { name: 'Continuar com essa conta' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Descrição')).toHaveValue('');
  expect((await rui.api.transactions.getAll()).items).toEqual([]);

  // Signed out: sign-in is offered in place, and the input stays.
  await openWatched(page, '/app/transactions/new');
  await page.getByLabel('Descrição').fill('Pão');
  await changeSession(page, null);
  await expect(page.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible();
  await expect(page.getByLabel('Descrição')).toHaveValue('Pão');
});

test('a tab that has lost its organization shows nothing of it under another name (R-SEC-06)', async ({
  page,
  mailTo,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const rui = await createVerifiedOwner(server.url, 'Starter');
  await inviteAndAccept(rui, { owner: ana, role: Role.Member, mailTo });
  await page.clock.install();
  await restoreSession(page, { ...rui, tenant: ana.tenant });
  const parts = page.waitForResponse(/\/assets\/later-parts/);
  await page.goto('/app/settings/organization/members');
  await expect(page.getByText(ana.email)).toBeVisible();
  await parts;
  const members = await ana.api.members.getAll({ params: { tenantId: ana.tenant } });
  const { id = '' } = members.find(({ email }) => email === rui.email) ?? {};
  await ana.api.members.remove({ params: { id } });
  // The person comes back to the tab when what it knows of them is old.
  await page.clock.fastForward(301_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('1 de 1 vagas ocupadas')).toBeVisible();
  await expect(page.getByText(ana.email)).toBeHidden();
});

test('each navigation scrolls to the top (R-APP-09)', async ({ page, server }) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  await page.setViewportSize({ width: 390, height: 480 });
  await page.goto('/app/settings/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Configurações' });
  await menu.getByRole('link', { name: 'Voltar ao app' }).click();
  await expect(page.getByRole('heading', { name: 'Painel', level: 1 })).toBeVisible();
  // Already when the page is shown: a button of it may be pressed at once.
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a page that is scrolled while it loads stays there (R-APP-09)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 480 });
  const { promise: scrolled, resolve: deliver } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await scrolled;
    await route.continue();
  });
  await page.goto('/account/register', { waitUntil: 'commit' });
  const submit = page.getByRole('button', { name: /Começar teste|Criar conta/ });
  await submit.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(0);
  deliver();
  await expect(submit).toBeEnabled();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
});
