import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { requireStepUpOnce } from '#e2e/support/factors.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { createJoinLink } from '#e2e/support/joining.ts';
import { startServer } from '#e2e/support/server.ts';
import { createVerifiedOwner, clearBrowserSession, registrationData } from '#e2e/support/users.ts';

const clientId = 'journeys.apps.googleusercontent.com';
const script = 'https://accounts.google.com/gsi/client';

/** Starts a stand-in for Google: its keys and the script that renders its button. */
async function startGoogle() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'RS256', use: 'sig' }] };
  const server = createServer((_, response) => response.end(JSON.stringify(keys)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`,
    tokenOf: (email: string) =>
      new SignJWT({ email, email_verified: true, given_name: 'Gil', family_name: 'Reis' })
        .setProtectedHeader({ alg: 'RS256', kid: '1' })
        .setIssuer('https://accounts.google.com')
        .setAudience(clientId)
        .setSubject(email)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    stop: () => server.close(),
  };
}

/** Starts a server that records reported page views. */
async function startListening() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => heard.push(text));
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/views`;
  return { heard, url, stop: () => server.close() };
}

type Google = Awaited<ReturnType<typeof startGoogle>>;
type Views = Awaited<ReturnType<typeof startListening>>;

/** Playwright's `test` with a server where the optional features are configured. */
const test = base.extend<object, { google: Google; views: Views }>({
  google: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const google = await startGoogle();
      await use(google);
      google.stop();
    },
    { scope: 'worker' },
  ],
  views: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- as above
    async ({}, use) => {
      const views = await startListening();
      await use(views);
      views.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ google, views }, use) => {
      const server = await startServer({
        GOOGLE_CLIENT_ID: clientId,
        GOOGLE_KEYS_URL: google.keysUrl,
        PAGE_VIEW_URL: views.url,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Makes Google's script render a button that answers with this token. */
const stubGoogleSignIn = async (page: Page | BrowserContext, token: string) => {
  await page.unroute(script);
  await page.route(script, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        let settings;
        window.google = { accounts: { id: {
          initialize: (given) => { settings = given; },
          renderButton: (place, { text, locale }) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = [text, locale, settings.client_id].join(' ');
            button.onclick = () => settings.callback({ credential: ${JSON.stringify(token)} });
            place.replaceChildren(button);
          },
        } } };`,
    }),
  );
};

test('registers and signs in with Google, and sees the page that was requested before (R-ACC-21)', async ({
  page,
  google,
}) => {
  const { organization, email } = registrationData();
  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith(script) && asked.push(request.url()));
  await stubGoogleSignIn(page, await google.tokenOf(email));

  await page.goto('/app/settings/profile/security');
  await expect(page).toHaveURL(/\/account\/login\?redirect=/);
  // Google's button appears once the page is hydrated.
  await expect(page.getByRole('button', { name: /signin_with/ })).toBeVisible();
  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await page.getByRole('button', { name: `signup_with pt-BR ${clientId}` }).click();
  await expect(page.getByText('Informe primeiro o nome da sua organização')).toBeVisible();
  await expect(page.getByLabel('Organização')).toBeFocused();
  await page.getByLabel('Organização').fill(organization);
  await page.getByRole('button', { name: /signup_with/ }).click();
  await expect(page).toHaveURL(/\/app\/settings\/profile\/security$/);
  await expect(page.getByText('Você entra com o Google')).toBeVisible();
  await expect(page.getByLabel('Senha atual')).toBeHidden();

  asked.length = 0;
  await clearBrowserSession(page);
  await page.goto('/app/transactions');
  expect(asked).toEqual([]);
  await expect(page).toHaveURL(/\/account\/login/);
  await page.getByRole('button', { name: /signin_with/ }).click();
  await expect(page).toHaveURL(/\/app\/transactions$/);
});

test('a Google user confirms a sensitive change with Google in another tab, and joins by link (R-MFA-08, R-MFA-09, R-MEM-11)', async ({
  page,
  context,
  google,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name } = await ana.api.tenants.getCurrent();
  const { organization, email } = registrationData();
  await stubGoogleSignIn(context, await google.tokenOf(email));
  await page.goto('/account/register');
  await page.getByLabel('Organização').fill(organization);
  await page.getByRole('button', { name: /signup_with/ }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await page.goto('/app/settings/profile/security');
  const calls = await requireStepUpOnce(page, 'Factor/StartTotp');
  await page.getByRole('button', { name: 'Configurar' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('link', { name: 'Confirmar com o Google' }).click(),
  ]);
  await tab.getByRole('button', { name: /continue_with/ }).click();
  await expect(tab.getByText('Você pode fechar esta aba')).toBeVisible();
  await expect(page.getByLabel('Código de 6 dígitos')).toBeVisible();
  expect(calls()).toBe(2);

  // Another organization's join link asks for no password, either: there is none.
  await page.goto(await createJoinLink(ana, server.url, { acceptance: false }));
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expect(page.getByLabel('Senha', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Pedir acesso' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(page.getByRole('button', { name })).toBeVisible();
});

test('registration keeps the query and reports a page view, and the form works without Google’s script (R-SITE-08)', async ({
  page,
  views,
}) => {
  await page.route(script, (route) => route.abort());
  await page.goto('/account/login?utm_source=news&e=ana%40example.com&redirect=%2Fapp%2Fdashboard');
  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await expect(page.getByText('ou', { exact: true })).toBeHidden();
  await expect(page).toHaveURL(/\/account\/register\?utm_source=news&e=ana%40example\.com$/);
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@example.com');
  await expect.poll(() => views.heard).toContain('/account/register?utm_source=news');
  await page.goBack();
  await expect(page).toHaveURL(/\/account\/login\?utm_source=news/);
  expect(views.heard.join()).not.toContain('login');
});

test('a campaign is kept on the way to registration, and reported (R-UTM-01)', async ({
  page,
  views,
}) => {
  await page.route(script, (route) => route.abort());
  const query = 'utm_source=spring&utm_campaign=%3Cb%3E';
  await page.goto(`/en?${query}`);
  await expect(page).toHaveURL(/\/product\?utm_source=spring&utm_campaign=%3Cb%3E$/);
  await page.goto('/blog');
  await page.getByRole('button', { name: 'Language' }).click();
  await page
    .getByRole('menuitem', { name: 'Español (México)' })
    .or(page.getByRole('link', { name: 'Español (México)' }))
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
  // The script that keeps the query loads after the page.
  await page.waitForLoadState('networkidle');
  await page.getByRole('banner').getByRole('link', { name: 'Precios' }).click();
  await expect(page).toHaveURL(/\/pricing\?utm_source=spring&utm_campaign=%3Cb%3E$/);
  await expect.poll(() => views.heard.join(' ')).toContain(`/pricing?${query}`);
  await page.getByRole('main').getByRole('link', { name: /Pro/ }).first().click();
  await expect(page).toHaveURL(/\/account\/register\?.*utm_source=spring/);
  await expect.poll(() => views.heard.join(' ')).toMatch(/register\?\S*utm_source=spring/);
  for (const link of await page.locator('a[href^=http]').all()) {
    expect(await link.getAttribute('href')).not.toContain('utm_');
  }
  // Through a page with React, to which no link carried the campaign.
  await page.goto('/account/login');
  await page.getByRole('link', { name: 'Regístrate' }).click();
  await expect(page).toHaveURL(/\/account\/register\?utm_source=spring/);
});
