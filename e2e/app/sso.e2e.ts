import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { currentTotpCode, enrollByApi, requireStepUpOnce } from '#e2e/support/factors.ts';
import { expect } from '#e2e/support/fixtures.ts';
import { startIdentityProvider } from '#e2e/support/identity-provider.ts';
import { createJoinLink } from '#e2e/support/joining.ts';
import { inviteAndAccept } from '#e2e/support/members.ts';
import {
  connectByOwner,
  signInAtProvider,
  ssoCallbackOf,
  singleSignOnTest as test,
  verifyDomainOnPage,
} from '#e2e/support/sso.ts';
import {
  apiClientAt,
  clearBrowserSession,
  createVerifiedOwner,
  restoreSession,
  testPassword,
} from '#e2e/support/users.ts';
import { startSamlProvider } from '#tools/kit/saml-provider.ts';

test.use({ locale: 'en-US' });

test('an owner sets up single sign-on, and a new member signs in with it (R-SSO-02, R-SSO-03, R-ADR-11)', async ({
  page,
  server,
  names,
  context,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Unlimited');
  const provider = await startIdentityProvider(ssoCallbackOf(server, owner));
  await restoreSession(page, owner);

  await connectByOwner(page, { names, issuer: provider.issuer, domain: 'example.org' });

  await clearBrowserSession(page);
  await context.clearCookies();
  await page.goto('/account/login');
  await page.getByText('Other ways to sign in').click();
  await page.getByRole('link', { name: 'Use single sign-on' }).click();
  await page.getByRole('textbox', { name: 'Work email' }).fill('lia@example.org');
  await page.getByRole('button', { name: 'Continue' }).click();
  await signInAtProvider(page, 'lia@example.org');
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(page.getByRole('link', { name: 'Single sign-on' })).toHaveCount(0);

  // At the organization's own address the browser returns there, and not to the main site.
  const subdomain = `mesa-${owner.tenant.slice(-12)}`;
  await owner.api.tenants.update({
    params: { id: owner.tenant },
    body: { name: 'Mesa', subdomain, domain: '', appTheme: 'light', appColor: 'teal' },
  });
  const address = `http://${subdomain}.localhost:${new URL(server.url).port}`;
  await context.clearCookies();
  await page.goto(`${address}/account/login`);
  await expectAccessible(page);
  // In the language of the organization.
  await page.getByRole('button', { name: 'Continuar com login único' }).press('Enter');
  await signInAtProvider(page, 'lia@example.org');
  await expect(page).toHaveURL(`${address}/app/dashboard`);

  // Another organization's join link asks for no password: there is none.
  const other = await createVerifiedOwner(server.url, 'Pro');
  await page.goto(await createJoinLink(other, server.url, { acceptance: false }));
  await expect(page.getByLabel('Email')).toHaveValue('lia@example.org');
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await page.getByRole('button', { name: 'Request access' }).press('Enter');
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  provider.close();
});

test('a person who has an account is asked before they join, and may decline (R-SSO-17)', async ({
  page,
  server,
  names,
  context,
}) => {
  test.slow();
  const owner = await createVerifiedOwner(server.url, 'Unlimited');
  const provider = await startIdentityProvider(ssoCallbackOf(server, owner));
  await restoreSession(page, owner);
  await connectByOwner(page, { names, issuer: provider.issuer, domain: 'example.pt' });
  const { name } = await owner.api.tenants.getCurrent();
  const eva = await createVerifiedOwner(server.url, 'Pro', { email: 'eva@example.pt' });
  await clearBrowserSession(page);
  await context.clearCookies();

  await page.goto(`/account/sso/${owner.tenant}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await signInAtProvider(page, eva.email);
  await expect(page.getByRole('heading', { name: `Join ${name}?` })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Join' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/login$/);
  await expect(page.getByText('You didn’t join the organization')).toBeVisible();
  await expectAccessible(page);
  const members = () => owner.api.members.getAll({ params: { tenantId: owner.tenant } });
  expect((await members()).map(({ email }) => email)).not.toContain(eva.email);

  // Their session at the provider answers, and they are asked again.
  await page.goto(`/account/sso/${owner.tenant}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Join' }).press('Enter');
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  expect((await members()).map(({ email }) => email)).toContain(eva.email);
  provider.close();
});

test('a provider that sends its visitors on to the provider of another organization learns no code (R-SSO-03)', async ({
  page,
  server,
  names,
}) => {
  test.slow();
  const setUp = async (domain: string) => {
    const owner = await createVerifiedOwner(server.url, 'Unlimited');
    const provider = await startIdentityProvider(ssoCallbackOf(server, owner));
    await restoreSession(page, owner);
    await connectByOwner(page, { names, issuer: provider.issuer, domain });
    await clearBrowserSession(page);
    return { ...owner, provider };
  };
  const evil = await setUp('example.edu');
  // The visitor has a session at the provider of this organization since its test.
  const bank = await setUp('example.info');
  const exchanges = evil.provider.exchanges();

  const reply = await fetch(`${server.url}/api/Sso/Start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organization: bank.tenant }),
  });
  const attack = new URL(((await reply.json()) as { url: string }).url);
  await page.route(`${evil.provider.issuer}/auth?**`, async (route) => {
    const asked = new URL(route.request().url());
    attack.searchParams.set('state', asked.searchParams.get('state') ?? '');
    await route.fulfill({ status: 302, headers: { location: attack.href } });
  });
  await page.goto(`/account/sso/${evil.tenant}`);
  await expect(page.getByText(new URL(evil.provider.issuer).host)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/account/sso/callback/${bank.tenant}\\?code=`));
  await expect(page.getByRole('alert')).toContainText('expired');
  expect(evil.provider.exchanges()).toBe(exchanges);
  evil.provider.close();
  bank.provider.close();
});

test('enforced single sign-on leads members to the provider, and one owner keeps emergency access (R-POL-08, R-POL-09, R-POL-12)', async ({
  page,
  server,
  names,
  context,
  mailTo,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Unlimited');
  const provider = await startIdentityProvider(ssoCallbackOf(server, owner));
  await restoreSession(page, owner);
  await page.goto('/app/settings/organization/security');
  await expect(page.getByLabel('Single sign-on only')).toBeDisabled();
  await connectByOwner(page, { names, issuer: provider.issuer, domain: 'example.com' });

  const setupKey = await enrollByApi(owner.api);
  await page.goto('/app/settings/organization/security');
  await page.getByLabel('Single sign-on only').check();
  await page.getByLabel('Owner with emergency access').selectOption({ index: 1 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Policies saved')).toBeVisible();

  await clearBrowserSession(page);
  await context.clearCookies();
  await page.goto('/account/login');
  await page.getByLabel('Email').fill('leo@example.com');
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await signInAtProvider(page, 'leo@example.com');
  await expect(page).toHaveURL(/\/app\/dashboard$/);

  // A second factor of his own is due in another organization, not in that of the provider.
  const vault = await createVerifiedOwner(server.url, 'Pro');
  const token = await page.evaluate(() => localStorage.getItem('id_token') ?? '');
  const session = { token, tenant: owner.tenant };
  const leo = { ...session, email: 'leo@example.com', api: apiClientAt(server.url, session) };
  await inviteAndAccept(leo, { owner: vault, role: Role.Member, mailTo });
  const ofLeo = await enrollByApi(leo.api);
  await clearBrowserSession(page);
  // The provider has a session of his.
  await page.goto('/account/sso?e=leo@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate((id) => sessionStorage.setItem('tenant', id), vault.tenant);
  await page.goto('/app/transactions');
  const due = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await due.getByLabel('6-digit code').fill(currentTotpCode(ofLeo));
  await expectAccessible(page);
  await due.getByRole('button', { name: 'Confirm' }).click();
  await expect(due).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  // The owner's password and code open the organization, and all owners learn of it.
  await clearBrowserSession(page);
  await page.goto('/account/login');
  await page.getByLabel('Email').fill(owner.email);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Use a password' }).click();
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('dialog').getByLabel('6-digit code').fill(currentTotpCode(setupKey));
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  // The email about the sign-in at a new place may be the later one.
  await mailTo(owner.email, /Acesso de emergência|Emergency access/);
  provider.close();
});

/** Signs in with the form of the SAML provider, and sends its response. */
const signInWithSaml = async (page: Page, email: string) => {
  await page.getByRole('textbox', { name: 'Login' }).fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};

test('an owner sets up SAML 2.0; a member signs in, confirms a change and signs out at the provider (R-SSO-10, R-SSO-13, R-SSO-14)', async ({
  page,
  server,
  names,
  context,
}) => {
  test.slow();
  const owner = await createVerifiedOwner(server.url, 'Unlimited');
  const provider = await startSamlProvider(async () => {
    const reply = await fetch(`${server.url}/saml/${owner.tenant}/metadata`);
    return reply.text();
  });
  await restoreSession(page, owner);
  await verifyDomainOnPage(page, names, 'example.net');

  await page.getByRole('combobox', { name: 'Protocol' }).selectOption('SAML 2.0');
  await page
    .getByRole('textbox', { name: 'Metadata of your identity provider' })
    .fill(provider.metadataUrl);
  await page.getByRole('button', { name: 'Fill in from metadata' }).click();
  await expect(page.getByText('Filled in from the metadata')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Sign-in address' })).toHaveValue(
    provider.signInUrl,
  );
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      for (const themed of document.querySelectorAll<HTMLElement>('[data-theme]'))
        themed.dataset['theme'] = chosen;
    }, theme);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Saved. Test the connection next.')).toBeVisible();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await signInWithSaml(page, 'rui@example.net');
  await expect(page.getByText('The test succeeded')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the settings' }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  await clearBrowserSession(page);
  await context.clearCookies();
  await page.goto('/account/sso?e=rui@example.net');
  await page.getByRole('button', { name: 'Continue' }).click();
  await signInWithSaml(page, 'rui@example.net');
  await expect(page).toHaveURL(/\/app\/dashboard$/);

  // As an owner without a password, they change the connection.
  const members = await owner.api.members.getAll({ params: { tenantId: owner.tenant } });
  const rui = members.find(({ email }) => email === 'rui@example.net');
  await owner.api.members.update({
    params: { id: rui?.id ?? '' },
    body: { firstName: 'Rui', lastName: 'Prado', role: Role.Owner },
  });
  await page.goto('/app/settings/organization/sso');
  const calls = await requireStepUpOnce(page, 'Sso/Update');
  await page.getByRole('textbox', { name: 'Claim or attribute with groups' }).fill('groups');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const confirm = dialog.getByRole('link', { name: /^Confirm at 127\.0\.0\.1/ });
  await expect(confirm).toBeFocused();
  await expectAccessible(page);
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await signInWithSaml(tab, 'rui@example.net');
  await expect(tab.getByText('You can close this tab')).toBeVisible();
  await expectAccessible(tab);
  await expect(page.getByText('The draft has not been tested yet.')).toBeVisible();
  expect(calls()).toBe(2);
  await expect(page.getByRole('textbox', { name: 'Claim or attribute with groups' })).toHaveValue(
    'groups',
  );

  await page.getByRole('button', { name: /Rui|rui@example/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Signed out at the provider' })).toBeVisible();
  expect(provider.asked.at(-1)).toContain('SAMLRequest=');
  await page.goto('/app/dashboard');
  await expect(page).toHaveURL(/\/account\/login/);
  provider.close();
});
