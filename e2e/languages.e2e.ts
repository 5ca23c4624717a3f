import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { waitForMailedLink } from '#e2e/support/members.ts';
import { filled } from '#e2e/support/samples.ts';
import { createTenantRecords } from '#e2e/support/tenant-records.ts';
import {
  createVerifiedOwner,
  restoreSession,
  registrationData,
  type TestUser,
} from '#e2e/support/users.ts';
import { navigateInApp } from '#e2e/support/xss-screens.ts';
import { languageNames, locales, type Locale } from '#locales/locales.ts';
import { allTexts } from '#locales/translate.ts';

test.use({ viewport: { width: 390, height: 844 } });

type Tree = { [key: string]: string | Tree };

const keysOf = (texts: Tree, path = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [path + name] : keysOf(text, `${path}${name}.`),
  );
const keys = new Set(keysOf(allTexts['en-US']));

/** Address of a screen, and its title in the texts of a language. */
type Screen = [address: string, title: (texts: Texts) => string];
type Texts = (typeof allTexts)[Locale];

/** Returns the rows of lists in which one cell covers another. */
const coveredCells = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) =>
    rows
      .filter((row) => {
        const boxes = [...row.querySelectorAll('th, td')]
          .filter((cell) => cell.checkVisibility())
          .map((cell) => cell.firstElementChild ?? cell)
          // The area around an icon may reach over the line above, which can't be pressed.
          .flatMap((part) =>
            part.textContent?.trim() ? [part] : [...part.querySelectorAll('svg')],
          )
          .map((part) => part.getBoundingClientRect());
        return boxes.some((one, index) =>
          boxes
            .slice(index + 1)
            .some(
              (other) =>
                Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
                Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
            ),
        );
      })
      .map((row) => row.textContent),
  );

/** Expects that all text is translated, that nothing overflows a phone's width, and a way on. */
const expectReadable = async (page: Page, locale: Locale) => {
  await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  const { text, wide } = await page.evaluate(() => ({
    text: document.body.innerText,
    wide: [...document.querySelectorAll('main *, [role=dialog] *, header *')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, table'))
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  }));
  expect(text.split(/[\s“”"()]+/).filter((word) => keys.has(word))).toEqual([]);
  expect(text).not.toMatch(/\{\{|\}\}|undefined|\bNaN\b/);
  expect(wide).toEqual([]);
  expect(await coveredCells(page)).toEqual([]);
  await expect(
    page.locator('main').locator('a, button').filter({ visible: true }).first(),
  ).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
};

const walk = async (page: Page, locale: Locale, screens: readonly Screen[]) => {
  for (const [index, [address, title]] of screens.entries()) {
    await test.step(address, async () => {
      if (index > 0) await navigateInApp(page, address);
      else await page.goto(address);
      const name = title(allTexts[locale])
        .replace(/\{\{\w+\}\}/g, '')
        .trim();
      await expect(page.getByRole('heading', { name }).first()).toBeVisible();
      await expectReadable(page, locale);
    });
  }
};

const speak = (page: Page, url: string, locale: Locale) =>
  page.context().addCookies([{ name: 'locale', value: locale, url }]);

const members = '/app/settings/organization/members';

/** Creates an organization with one record of each kind, a pending invitation and a join link. */
const createSampleData = async (origin: string) => {
  const owner = await createVerifiedOwner(origin, 'Pro');
  const samples = await createTenantRecords(owner.api);
  const { email } = registrationData();
  const person = { email, firstName: 'Bia', lastName: 'Reis' };
  const invited = await owner.api.invitations.invite({ body: { ...person, role: Role.Guest } });
  const { link } = await owner.api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
  });
  return { owner, invited, link, samples };
};

/** Account screens of a signed-out visitor. */
const outside = (invitation: string, link: string | null): Screen[] => [
  ['/account/login', ({ account }) => account.login.title],
  ['/account/register', ({ account }) => account.register.title],
  ['/account/verify?e=ana%40example.com&t=x', ({ account }) => account.verify.title],
  ['/account/verify', ({ account }) => account.verify.title],
  ['/account/forgot?e=ana%40example.com', ({ account }) => account.reset.title],
  ['/account/reset?e=ana%40example.com&t=x', ({ account }) => account.reset.newTitle],
  ['/account/secure', ({ account }) => account.secure.failed],
  ['/account/email', ({ account }) => account.email.failed],
  [invitation, (texts) => texts.members.invitation.title],
  ['/invitation', (texts) => texts.members.invalid.title],
  ['/invite/nothing', (texts) => texts.members.invalid.title],
  [`/invite/${link}`, (texts) => texts.members.request.title],
];

/** Screens of a signed-in user. */
const inside = (
  invitation: string,
  link: string | null,
  { memberId, webhook }: Record<'memberId' | 'webhook', string>,
): Screen[] => [
  ['/app/settings/profile', ({ settings }) => settings.profile.title],
  ['/app/settings/profile/security', ({ settings }) => settings.profile.signIn.title],
  ['/app/settings/profile/notifications', (texts) => texts.notifications.settings.title],
  ['/app/settings/profile/privacy', ({ settings }) => settings.profile.privacy.title],
  ['/app/settings/organization/general', ({ settings }) => settings.organization.title],
  [members, (texts) => texts.members.title],
  [`${members}/new`, (texts) => texts.members.form.newTitle],
  [`${members}/edit/${memberId}`, (texts) => texts.members.form.editTitle],
  ['/app/organizations/new', ({ settings }) => settings.newOrganization.title],
  ['/app/transactions', ({ transactions }) => transactions.title],
  ['/app/transactions/import', (texts) => texts.imports.title],
  [webhook, (texts) => texts.provisioning.webhooks.deliveries.title],
  ['/app/settings/organization/subscription', (texts) => texts.subscription.title],
  // The invitation is bound to another address.
  [invitation, (texts) => texts.members.invitation.title],
  [`/invite/${link}`, (texts) => texts.members.request.title],
];

const menus = async (page: Page, owner: TestUser, locale: Locale) => {
  const { menu } = allTexts[locale].common;
  await navigateInApp(page, '/app/dashboard');
  await page.getByRole('button', { name: menu.open }).click();
  await page.getByRole('button', { name: 'Ana Souza' }).click();
  await expect(page.getByText(owner.email)).toBeVisible();
  await expect(page.getByRole('button', { name: menu.signOut })).toBeVisible();
  await expectReadable(page, locale);
};

/** Returns the messages of forms that are submitted empty. */
const refusals = async (page: Page, locale: Locale) => {
  const { account, errors } = allTexts[locale];
  await navigateInApp(page, '/account/login');
  await page.getByRole('button', { name: account.login.submit, exact: true }).click();
  await expect(page.getByText(errors['field.required'])).toHaveCount(2);
  await page.getByLabel(account.field.email).fill('unknown@example.com');
  await page.getByLabel(account.field.password, { exact: true }).fill('a password');
  await page.getByRole('button', { name: account.login.submit, exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(account.login.failed);
  await expect(page.getByRole('alert')).toContainText(errors['account.login.nonexistent']);
  await expectReadable(page, locale);
};

for (const locale of locales) {
  test(`the app is translated to ${locale} and fits a phone (R-GEN-03)`, async ({
    page,
    server,
    mailTo,
  }) => {
    const { owner, invited, link, samples } = await createSampleData(server.url);
    const mailed = await waitForMailedLink(mailTo, invited.email, '/invitation?i=');
    const invitation = mailed.slice(new URL(mailed).origin.length);
    await speak(page, server.url, locale);
    await walk(page, locale, outside(invitation, link));
    await refusals(page, locale);
    await restoreSession(page, owner);
    const webhook = filled('/app/settings/organization/webhooks/:id', samples);
    await walk(page, locale, inside(invitation, link, { memberId: invited.id, webhook }));
    await menus(page, owner, locale);
  });
}

test('of two languages chosen at once, the last one is shown and kept (R-APP-08)', async ({
  page,
  server,
}) => {
  await speak(page, server.url, 'en-US');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/es-MX-/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/account/login');
  const choose = async (locale: Locale) => {
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('button', { name: languageNames[locale] }).click();
  };
  const html = page.locator('html');
  const first = page.waitForRequest(/\/assets\/es-MX-/);
  await choose('es-MX');
  await first;
  await choose('hi-IN');
  await expect(html).toHaveAttribute('lang', 'hi-IN');
  const loaded = page.waitForResponse(/\/assets\/es-MX-/);
  release();
  await loaded;
  await page.waitForLoadState('networkidle');
  await expect(html).toHaveAttribute('lang', 'hi-IN');
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'hi-IN');
});
