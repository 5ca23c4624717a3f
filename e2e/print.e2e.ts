import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { goWithoutReload } from '#e2e/support/routes.ts';
import { createSampleData, filled } from '#e2e/support/samples.ts';
import { restoreSession } from '#e2e/support/users.ts';
import { locales } from '#locales/locales.ts';

/** Returns what is wrong with the page on paper, where texts stand on white. */
const printed = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const luminance = (color: string) => {
      if (!context) throw new Error('No canvas');
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(
        (value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const visible = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    const written = visible.filter(
      (element) =>
        !element.closest('.sr-only, script') &&
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim()),
    );
    const pale = written
      .filter((element) => {
        const { color, printColorAdjust } = getComputedStyle(element);
        return printColorAdjust !== 'exact' && 1.05 / (luminance(color) + 0.05) < 4.5;
      })
      .map(({ textContent }) => `pale: ${textContent}`);
    const controls = visible
      .filter((element) =>
        element.matches(
          'nav, button:not(.kit-sort, .kit-cell), .select-none, [role=search], main > [class*=-soft]',
        ),
      )
      .map(({ localName, textContent }) => `${localName}: ${textContent}`);
    const wide = visible
      .filter((element) => element.matches('table, form') && element.offsetWidth > innerWidth)
      .map((element) => `wide: ${element.offsetWidth}`);
    // Paper has no page behind a record, and what is fixed would be printed on each sheet.
    const fixed = visible
      .filter((element) => !element.closest('.sr-only') && element.offsetWidth > 1)
      .filter((element) => getComputedStyle(element).position === 'fixed')
      .map((element) => `fixed: ${element.className}`);
    const title = visible.some((element) => element.matches('h1, [role=dialog] h2'))
      ? []
      : ['no title'];
    const { backgroundColor } = getComputedStyle(document.documentElement);
    const dark = backgroundColor.endsWith(', 0)') ? [] : [`background: ${backgroundColor}`];
    return [...pale, ...controls, ...wide, ...fixed, ...title, ...dark];
  });

/** Prints pages on A4, from the dark theme. */
const printAll = async (page: Page, addresses: readonly string[]) => {
  const found: Record<string, string[]> = {};
  for (const address of addresses) {
    await goWithoutReload(page, address);
    await page.emulateMedia({ media: 'print' });
    const wrong = await printed(page);
    if (wrong.length > 0) found[address] = wrong;
    await page.emulateMedia({ media: 'screen' });
  }
  return found;
};

/** Width between the margins of A4, in pixels. */
const paper = { width: 718, height: 1_047 };

test.describe('a page prints its content alone, in light colors (R-APP-18),', () => {
  test('in the app', async ({ page, server }) => {
    const { owner, samples } = await createSampleData(server.url);
    await restoreSession(page, owner);
    for (const size of [paper, { width: 1280, height: 900 }]) {
      await page.setViewportSize(size);
      await page.goto('/app/dashboard');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      const addresses = [
        '/app/dashboard',
        '/app/transactions',
        filled('/app/transactions/:id/edit', samples),
        '/app/settings/organization/subscription',
        '/app/settings/organization/members',
        '/app/settings/organization/audit',
      ];
      expect(await printAll(page, addresses)).toEqual({});
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('with tables that fit the paper in every language', async ({ page, server }) => {
    const { owner, samples } = await createSampleData(server.url);
    await restoreSession(page, owner);
    await page.setViewportSize(paper);
    for (const locale of locales) {
      await page.context().addCookies([{ name: 'locale', value: locale, url: server.url }]);
      await page.goto('/app/dashboard');
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      const addresses = [
        '/app/transactions',
        '/app/transactions/import',
        '/app/settings/organization/members',
        '/app/settings/organization/subscription',
        '/app/settings/organization/audit',
        filled('/app/settings/organization/webhooks/:id', samples),
      ];
      expect(await printAll(page, addresses), locale).toEqual({});
    }
  });

  test('in the portal', async ({ page, server }) => {
    await openAsOperator(page, server);
    await page.goto('/admin/dashboard');
    const addresses = ['/admin/dashboard', '/admin/tenants', '/admin/users', '/admin/products'];
    expect(await printAll(page, addresses)).toEqual({});
  });
});
