import type { Page } from '@playwright/test';
import { startNameServer, type TestNameServer } from '#tools/kit/name-server.ts';
import { expect, test as base } from './fixtures.ts';
import { journeyClientId, journeyClientSecret } from './identity-provider.ts';
import { startServer } from './server.ts';

/** Extends Playwright's `test` by a server that asks a name server of the test. */
export const singleSignOnTest = base.extend<object, { names: TestNameServer }>({
  names: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const names = await startNameServer();
      await use(names);
      names.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ names }, use) => {
      const server = await startServer({ DNS_SERVERS: names.address });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Returns the redirect URI of an organization. */
export const ssoCallbackOf = ({ url }: { url: string }, { tenant }: { tenant: string }) =>
  `${url}/account/sso/callback/${tenant}`;

/** Signs in with the form of the identity provider, and admits the application. */
export const signInAtProvider = async (page: Page, email: string) => {
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};

/** Adds a domain on the settings page, and verifies it. */
export const verifyDomainOnPage = async (page: Page, names: TestNameServer, domain: string) => {
  await page.goto('/app/settings/organization/sso');
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain);
  await page.getByRole('button', { name: 'Add domain' }).click();
  const value = await page.getByRole('textbox', { name: 'Value', exact: true }).inputValue();
  names.records.set(`_pregao-verification.${domain}`, [value]);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
};

/** Connects the provider after its test, as the owner on the page. */
export const connectByOwner = async (
  page: Page,
  { names, issuer, domain }: { names: TestNameServer; issuer: string; domain: string },
) => {
  await verifyDomainOnPage(page, names, domain);
  await page.getByRole('textbox', { name: 'Issuer' }).fill(issuer);
  await page.getByRole('textbox', { name: 'Client ID' }).fill(journeyClientId);
  await page.locator('input[name=clientSecret]').fill(journeyClientSecret);
  await page.getByRole('textbox', { name: 'Claim or attribute with groups' }).fill('groups');
  await page.getByRole('textbox', { name: 'Value for admins' }).fill('traders');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await signInAtProvider(page, `lia@${domain}`);
  await expect(page.getByText('The test succeeded')).toBeVisible();
  await expect(page.getByText('Admin', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the settings' }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
};
