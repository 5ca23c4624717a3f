import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { waitForMailedLink } from '#e2e/support/members.ts';
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

/** Expects that all text is translated and that nothing overflows a phone's width. */
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
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
};

const walk = async (page: Page, locale: Locale, screens: readonly Screen[]) => {
  for (const [index, [address, title]] of screens.entries()) {
    await test.step(address, async () => {
      // Only the screens of the app are opened without a reload by people.
      if (index > 0 && address.startsWith('/app/')) await navigateInApp(page, address);
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

/** Creates an organization with a pending invitation and a join link. */
const createSampleData = async (origin: string) => {
  const owner = await createVerifiedOwner(origin, 'Pro');
  const { email } = registrationData();
  const person = { email, firstName: 'Bia', lastName: 'Reis' };
  const invited = await owner.api.invitations.invite({ body: { ...person, role: Role.Guest } });
  const { link } = await owner.api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
  });
  return { owner, invited, link };
};

/** Account screens of a signed-out visitor. */
const outside = (invitation: string, link: string | null): Screen[] => [
  ['/account/login', ({ account }) => account.login.title],
  ['/account/register', ({ account }) => account.register.title],
  ['/account/verify?e=ana%40example.com&t=x', ({ account }) => account.verify.title],
  ['/account/verify', ({ account }) => account.verify.title],
  ['/account/forgot?e=ana%40example.com', ({ account }) => account.reset.title],
  ['/account/reset?e=ana%40example.com&t=x', ({ account }) => account.reset.newTitle],
  [invitation, (texts) => texts.members.invitation.title],
  ['/invitation', (texts) => texts.members.invalid.title],
  ['/invite/nothing', (texts) => texts.members.invalid.title],
  [`/invite/${link}`, (texts) => texts.members.request.title],
];

/** Screens of a signed-in user. */
const inside = (invitation: string, link: string | null, memberId: string): Screen[] => [
  ['/app/settings/profile', ({ settings }) => settings.profile.title],
  ['/app/settings/organization/general', ({ settings }) => settings.organization.title],
  [members, (texts) => texts.members.title],
  [`${members}/new`, (texts) => texts.members.form.newTitle],
  [`${members}/edit/${memberId}`, (texts) => texts.members.form.editTitle],
  ['/app/organizations/new', ({ settings }) => settings.newOrganization.title],
  // The invitation is bound to another address.
  [invitation, (texts) => texts.members.invitation.title],
  [`/invite/${link}`, (texts) => texts.members.request.title],
];

const menus = async (page: Page, owner: TestUser, locale: Locale) => {
  const { menu } = allTexts[locale].common;
  await page.goto('/app/dashboard');
  await page.getByRole('button', { name: menu.open }).click();
  await page.getByRole('button', { name: 'Ana Souza' }).click();
  await expect(page.getByText(owner.email)).toBeVisible();
  await expect(page.getByRole('button', { name: menu.signOut })).toBeVisible();
  await expectReadable(page, locale);
};

/** Returns the messages of forms that are submitted empty. */
const refusals = async (page: Page, locale: Locale) => {
  const { account, errors } = allTexts[locale];
  await page.goto('/account/login');
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
    const { owner, invited, link } = await createSampleData(server.url);
    const invitation = await waitForMailedLink(mailTo, invited.email, '/invitation?i=');
    await speak(page, server.url, locale);
    await walk(page, locale, outside(invitation, link));
    await refusals(page, locale);
    await restoreSession(page, owner);
    await walk(page, locale, inside(invitation, link, invited.id));
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
