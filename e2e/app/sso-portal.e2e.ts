import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect } from '#e2e/support/fixtures.ts';
import { startIdentityProvider } from '#e2e/support/identity-provider.ts';
import {
  connectByOwner,
  signInAtProvider,
  ssoCallbackOf,
  singleSignOnTest as test,
} from '#e2e/support/sso.ts';
import { clearBrowserSession, createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

test.use({ locale: 'en-US' });

test('the tile of a portal signs in, a loop ends with a reference, and an owner links a renamed member again (R-SSO-18, R-SSO-21)', async ({
  page,
  server,
  names,
  context,
}) => {
  test.slow();
  const owner = await createVerifiedOwner(server.url, 'Unlimited');
  const provider = await startIdentityProvider(ssoCallbackOf(server, owner));
  await restoreSession(page, owner);
  await connectByOwner(page, { names, issuer: provider.issuer, domain: 'example.dev' });
  const startOver = async () => {
    await clearBrowserSession(page);
    await page.evaluate(() => sessionStorage.clear());
    await context.clearCookies();
  };
  const tile = `/account/sso/${owner.tenant}?iss=${encodeURIComponent(provider.issuer)}`;

  await startOver();
  await page.goto(tile);
  await signInAtProvider(page, 'lia@example.dev');
  await expect(page).toHaveURL(/\/app\/dashboard$/);

  await startOver();
  const atProvider = `${provider.issuer}/auth?**`;
  await page.route(atProvider, (route) =>
    route.fulfill({ status: 302, headers: { location: `${server.url}${tile}` } }),
  );
  await page.goto(tile);
  await expect(page.getByRole('alert')).toContainText(/reference/i);
  await expectAccessible(page);
  await page.unroute(atProvider);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await signInAtProvider(page, 'lia+renamed@example.dev');
  await expect(page.getByRole('alert')).toBeVisible();

  await startOver();
  await restoreSession(page, owner);
  await page.goto('/app/settings/organization/sso');
  await page.getByRole('button', { name: 'Link again' }).click();
  const question = page.getByRole('alertdialog', { name: /Link lia/ });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Link again' }).press('Enter');
  await expect(page.getByText('lia@example.dev is linked at the next sign-in')).toBeVisible();

  await startOver();
  await page.goto(tile);
  await signInAtProvider(page, 'lia+renamed@example.dev');
  await page.getByRole('button', { name: /Join|Link|Continue/ }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  provider.close();
});
