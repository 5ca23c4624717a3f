import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import {
  createVerifiedOwner,
  registrationData,
  restoreSession,
  signInInBrowser,
  testPassword,
} from '#e2e/support/users.ts';

const look = { appTheme: 'light', appColor: 'teal' } as const;

/** Returns the address of a subdomain; browsers resolve every name below `localhost` to this machine. */
const addressOf = (origin: string, subdomain: string) => {
  const { port } = new URL(origin);
  return `http://${subdomain}.localhost:${port}`;
};

/** Creates an organization with an address of its own. */
const createAddressed = async (origin: string, plan: string) => {
  const owner = await createVerifiedOwner(origin, plan);
  const subdomain = `mesa-${registrationData().email.slice(4, 12)}`;
  const name = registrationData().organization;
  await owner.api.tenants.update({
    params: { id: owner.tenant },
    body: { name, subdomain, domain: '', ...look },
  });
  return { ...owner, name, address: addressOf(origin, subdomain) };
};

const chooseLanguage = async (page: Page, locale: string) =>
  page.context().addCookies([{ name: 'locale', value: locale, url: new URL(page.url()).origin }]);

test('members sign in at the address of their organization and stay there (R-ADR-01, R-ADR-03)', async ({
  page,
  server,
}) => {
  const acme = await createAddressed(server.url, 'Pro');
  const stranger = await createVerifiedOwner(server.url, 'Starter');
  await page.goto(`${acme.address}/app/transactions`);
  await expect(page).toHaveURL(/\/account\/login\?redirect=/);
  const title = page.getByRole('heading', { name: `Entrar em ${acme.name}` });
  await expect(title).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('html')).toHaveAttribute('data-color', 'teal');
  await expect(page.getByRole('link', { name: /Cadastr/ })).toHaveCount(0);
  await expectAccessible(page);

  // A person who is no member of the organization (R-ADR-04).
  await signInInBrowser(page, stranger.email);
  await expect(page.getByText('Você não é membro desta organização')).toBeVisible();
  await expectAccessible(page);

  // The keyboard alone.
  const email = page.getByLabel('E-mail');
  await email.fill(acme.email);
  await email.press('Tab');
  await page.getByLabel('Senha', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${acme.address}/app/transactions`);
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('button', { name: acme.name }).click();
  await expect(menu.getByRole('link', { name: 'Criar organização' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(menu.getByRole('button', { name: acme.name })).toBeVisible();

  // The profile belongs to the main site, which knows nothing of this session.
  await page.goto(`${acme.address}/app/settings/profile`);
  await expect(page).toHaveURL(
    (url) => url.origin === server.url && url.pathname === '/account/login',
  );
  await page.goto(`${acme.address}/app/dashboard`);
  await expect(menu.getByRole('button', { name: acme.name })).toBeVisible();
});

test('the pages of an address are in the language of the visitor, and unknown hosts say so (R-ADR-02)', async ({
  page,
  server,
}) => {
  const acme = await createAddressed(server.url, 'Pro');
  await page.goto(acme.address);
  await expect(page).toHaveURL(`${acme.address}/account/login`);
  await chooseLanguage(page, 'hi-IN');
  await page.reload();
  await expect(page.getByRole('heading', { name: `${acme.name} में साइन इन करें` })).toBeVisible();
  await expectAccessible(page);

  const unknown = addressOf(server.url, 'unknown-organization');
  const answer = await page.goto(`${unknown}/app/dashboard`);
  expect(answer?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { name: 'Não há nenhum site neste endereço' }),
  ).toBeVisible();
  await expectAccessible(page);
  await chooseLanguage(page, 'en-US');
  await page.goto(unknown);
  await expect(
    page.getByRole('heading', { name: 'There’s no site at this address' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Go to the main site' }).click();
  await expect(page).toHaveURL((url) => url.origin === server.url);
});

test('owners see their addresses, and choose a domain of the organization (R-ADR-09)', async ({
  page,
  server,
}) => {
  const acme = await createAddressed(server.url, 'Unlimited');
  const domain = `${registrationData().email.slice(4, 12)}.example.com`;
  await restoreSession(page, acme);
  await page.goto('/app/settings/organization/general');
  const section = page.getByRole('region', { name: 'Endereço de entrada', exact: true });
  await expect(section.getByRole('link', { name: acme.address })).toBeVisible();
  await expect(section.getByRole('link', { name: 'Adicionar um domínio' })).toBeVisible();
  await expectAccessible(page);

  await acme.api.domains.add({ body: { domain } });
  await page.reload();
  await section.getByLabel('Seu próprio domínio').selectOption(domain);
  await expect(section.getByText('Aguardando o DNS')).toBeVisible();
  await section.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Organização atualizada')).toBeVisible();
  expect((await acme.api.tenants.getCurrent()).domain).toBe(domain);
  await expectAccessible(page);
  await section.getByRole('link', { name: 'Verificar' }).click();
  await expect(page).toHaveURL(/\/organization\/sso#domains$/);
});
