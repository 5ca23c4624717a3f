import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createApiClient, type Api } from '#contract/api-client.ts';
import { routes } from '#contract/routes.ts';
import { expect } from './fixtures.ts';

export const testPassword = 'a good password';

/** Returns registration data with unique names. */
export const registrationData = () => {
  const tag = randomUUID().slice(0, 8);
  return { organization: `Mesa ${tag}`, email: `ana-${tag}@example.com` };
};

type RegistrationData = ReturnType<typeof registrationData>;

/** Locates a product on the pricing page. */
export const planCard = (page: Page, plan: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan }) });

/** Registers from the pricing page up to the page that asks to open the email. */
export async function registerInBrowser(
  page: Page,
  { organization, email }: RegistrationData,
  plan: string,
) {
  await page.goto('/pricing');
  await planCard(page, plan).getByRole('link').click();
  await expect(page).toHaveURL(/\/account\/register/);
  await page.getByLabel('Organização').fill(organization);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Nome', { exact: true }).fill('Ana');
  await page.getByLabel('Sobrenome').fill('Souza');
  await page.getByRole('button', { name: /Começar teste|Criar conta/ }).click();
  await expect(page.getByRole('heading', { name: /Falta um passo/ })).toBeVisible();
}

/** Chooses a password at the mailed link; ends on the dashboard. */
export async function verifyInBrowser(page: Page, link: string) {
  await page.goto(link);
  await page.getByLabel('Senha', { exact: true }).fill(testPassword);
  await page.getByLabel('Confirme a senha').fill(testPassword);
  await page.getByRole('button', { name: 'Verificar e entrar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
}

/** Signs in on the sign-in page. */
export async function signInInBrowser(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/**
 * Clears the session from the browser. This happens on a page without scripts: an open screen would
 * notice and redirect to sign-in during the next step.
 */
export async function clearBrowserSession(page: Page) {
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.clear());
}

/** Person whose session was created without a browser, with a client of the API. */
export type TestUser = { email: string; token: string; tenant: string; api: Api };

/** Returns a client of the API over HTTP, anonymous or as a user in one of their organizations. */
export const apiClientAt = (origin: string, as?: { token: string; tenant: string }): Api =>
  createApiClient(routes, async ({ method, url, body, headers }) => {
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers: {
        ...headers,
        ...(as && { authorization: `Bearer ${as.token}`, 'x-tenant-key': as.tenant }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      link: answer.headers.get('link'),
      body: answer.status === 204 ? null : await answer.json(),
    };
  });

/** Returns the price that is preselected for a plan. */
export async function defaultPriceId(origin: string, plan: string) {
  const products = await apiClientAt(origin).products.getAll();
  const price = products.find(({ title }) => title === plan)?.prices[0];
  if (!price) throw new Error(`No price of ${plan}`);
  return price.id;
}

/** Registers an organization with a plan and verifies its owner, without a browser. */
export async function createVerifiedOwner(
  origin: string,
  plan: string,
  person: { email?: string } = {},
): Promise<TestUser> {
  const { organization, email } = { ...registrationData(), ...person };
  const api = apiClientAt(origin);
  const subscriptionPriceId = await defaultPriceId(origin, plan);
  const { verifyToken = '' } = await api.accounts.register({
    body: {
      organization,
      email,
      firstName: 'Ana',
      lastName: 'Souza',
      selectedSubscription: { subscriptionPriceId },
    },
  });
  const { token, user } = await api.accounts.verify({
    body: { email, token: verifyToken, password: testPassword, passwordConfirm: testPassword },
  });
  const as = { token, tenant: user.currentTenant?.id ?? '' };
  return { email, ...as, api: apiClientAt(origin, as) };
}

/** Stores a person's session and organization in a tab; the next page is theirs. */
export async function restoreSession(
  page: Page,
  { token, tenant }: Pick<TestUser, 'token' | 'tenant'>,
) {
  await page.goto('/robots.txt');
  await page.evaluate(
    ([token, tenant]) => {
      localStorage.setItem('id_token', token);
      sessionStorage.setItem('tenant', tenant);
    },
    [token, tenant] as const,
  );
}
