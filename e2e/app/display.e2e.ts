import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { createTenantRecords } from '#e2e/support/tenant-records.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const publicScreens = ['/product', '/pricing', '/contact', '/blog', '/account/login'];

const appScreens = [
  '/app/dashboard?period=12',
  '/app/dashboard?period=custom&from=2026-01-01&to=2026-01-31',
  '/app/transactions',
  '/app/transactions/new',
  '/app/resources',
  '/app/integrations/charts',
  '/app/integrations/signalr',
  '/app/settings/profile',
  '/app/settings/profile/security',
  '/app/settings/profile/notifications',
  '/app/settings/profile/privacy',
  '/app/settings/organization/general',
  '/app/settings/organization/members',
  '/app/settings/organization/subscription',
  '/app/settings/organization/audit',
];

const adminScreens = [
  '/admin/dashboard',
  '/admin/products',
  '/admin/coupons',
  '/admin/tenants',
  '/admin/users',
  '/admin/announcements/new',
  '/admin/audit',
  '/admin/mails',
];

/** Returns controls that reach beyond the screen, outside of what scrolls by itself. */
const findCutOff = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const controls = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2')];
    return controls
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        const isVisible = control.checkVisibility({ visibilityProperty: true }) && width > 1;
        return isVisible && (right > innerWidth + 1 || left < -1) && !scrolls(control);
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });

/** React Router's data router, which the page exposes: navigates without a reload. */
type Routed = { __reactRouterDataRouter: { navigate: (path: string) => Promise<void> } };

/** Opens a screen; after the first one of the app or portal as people do, without a reload. */
const openScreen = async (page: Page, screen: string) => {
  const isApp = /^\/(app|admin)\b/;
  if (!isApp.test(screen) || !isApp.test(new URL(page.url()).pathname)) return page.goto(screen);
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.evaluate((path) => {
    const { __reactRouterDataRouter: router } = window as unknown as Routed;
    return router.navigate(path);
  }, screen);
  // The screen renders after the navigation, and starts with its skeleton.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
};

/** Visits screens and returns those that scroll sideways or cut something off. */
const findTooWide = async (page: Page, screens: readonly string[]) => {
  const found: string[] = [];
  for (const screen of screens) {
    await openScreen(page, screen);
    await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 320) found.push(`${screen} is ${width} px wide`);
    found.push(...(await findCutOff(page)).map((control) => `${screen}: ${control}`));
  }
  return found;
};

// 1280 px with a zoom of 400 % (WCAG 2.2, 1.4.10), and more than 200 % of 640 px.
test.describe('at 320 px of width every screen can be used (R-PWA-04):', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the site and the app', async ({ page, server }) => {
    const owner = await createVerifiedOwner(server.url, 'Pro');
    await createTenantRecords(owner.api);
    expect(await findTooWide(page, publicScreens)).toEqual([]);
    await restoreSession(page, owner);
    expect(await findTooWide(page, appScreens)).toEqual([]);
  });

  test('the portal', async ({ page, server }) => {
    await openAsOperator(page, server);
    expect(await findTooWide(page, adminScreens)).toEqual([]);
  });
});

test.describe('with forced colors and reduced motion (R-PWA-05)', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

  const backgroundOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);

  test('the current page, choices and bars are visible', async ({ page, server }) => {
    const owner = await createVerifiedOwner(server.url, 'Pro');
    const body = { description: 'Café', quantity: 1, price: 5, date: '2026-01-15', category: 'A' };
    await owner.api.transactions.create({ body });
    await restoreSession(page, owner);
    await page.goto('/app/dashboard?period=custom&from=2026-01-01&to=2026-01-31');
    const bar = 'a[aria-label^="15 de jan."] > span';
    await expect(page.locator(bar).first()).toBeVisible();
    const canvas = await backgroundOf(page, 'html');
    expect(await backgroundOf(page, bar)).not.toBe(canvas);
    const current = await backgroundOf(page, 'nav a[aria-current=page]');
    expect(current).not.toBe(await backgroundOf(page, 'nav a:not([aria-current])'));
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus-visible');
    await expect(focused).toHaveCSS('outline-style', 'solid');
    await expect(focused).toHaveCSS('outline-width', '2px');

    // Nothing moves.
    await page.getByRole('link', { name: 'Nova transação' }).first().click();
    await expect(page.getByLabel('Descrição')).toBeVisible();
    const longest = await page.evaluate(() =>
      Math.max(
        0,
        ...document
          .getAnimations()
          .map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)),
      ),
    );
    expect(longest).toBeLessThanOrEqual(1);
  });
});

test('the exact time with its zone is shown to pointer and keyboard (R-GEN-09)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await page.goto('/app/settings/profile/security');
  const began = page.locator('time').first();
  await expect(began).toHaveText(/agora|há \d+ (segundo|minuto)/);
  const tooltip = page.getByRole('tooltip');
  await began.focus();
  await expect(tooltip).toHaveText(/-feira|sábado|domingo/);
  await expect(tooltip).toHaveText(/BRT|GMT-3/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await began.blur();
  await began.hover();
  await expect(tooltip).toBeVisible();
});

const dayMs = 86_400_000;

test('a device whose clock is wrong shows the same times, days left and date (R-GEN-11)', async ({
  browser,
  server,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  /** Returns what a device shows whose clock is ahead by so many days. */
  const seenWith = async (days: number) => {
    const page = await browser.newPage();
    await page.clock.install({ time: Date.now() + days * dayMs });
    await restoreSession(page, owner);
    await page.goto('/app/settings/organization/audit');
    await expect(page.locator('main time').first()).toHaveText(/agora|minuto/);
    const trial = await page
      .getByText(/teste termina/)
      .first()
      .textContent();
    await page.goto('/app/transactions/new');
    const date = await page.getByLabel('Data').inputValue();
    await page.context().close();
    return { trial, date };
  };
  const right = await seenWith(0);
  for (const days of [-3, 400]) expect(await seenWith(days)).toEqual(right);
});
