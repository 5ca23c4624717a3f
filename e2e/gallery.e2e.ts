import { expect, test, type Page } from '@playwright/test';
import { backgrounds, colors } from '#contract/themes.ts';
import { injectAxe, colorRules, runAxe } from '#e2e/support/axe.ts';
import { startServer, type ProductServer } from '#e2e/support/server.ts';
import { locales } from '#locales/locales.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';
test.setTimeout(300_000);

/** The gallery exists in development only: this server serves the pages from their sources. */
let server: ProductServer;
test.beforeAll(async () => {
  server = await startServer({ NODE_ENV: 'development' }, ['--dev']);
});
test.afterAll(() => server.stop());

const openGallery = async (page: Page) => {
  await page.goto(`${server.url}/gallery?locale=en-US`);
  const chart = page.getByRole('img', { name: 'Shares by market' });
  await expect(chart.locator('svg')).not.toHaveCount(0);
  await injectAxe(page);
};

test('pages in development are rendered from the sources, with unrestricted scripts', async ({
  request,
}) => {
  const page = await request.get(`${server.url}/app/dashboard`);
  expect(page.status()).toBe(200);
  expect(await page.text()).toContain('/src/web/entry.client.tsx');
  expect(page.headers()['content-security-policy']).toBe("frame-ancestors 'none'");
  const plain = await (await request.get(`${server.url}/privacy`)).text();
  expect(plain).toContain('src="/src/web/layouts/site-script.ts"');
  expect(plain).not.toContain('entry.client');
});

test('axe finds nothing in the gallery: 4 languages, 4 backgrounds × 23 colors (R-APP-11)', async ({
  page,
}) => {
  await openGallery(page);
  for (const locale of locales) {
    await page.getByLabel('Language').selectOption(locale);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    // Languages share their colors, which are tried below.
    expect(await runAxe(page, [{}], { withColors: false }), locale).toEqual([]);
  }
  const all = backgrounds.flatMap((theme) => colors.map((color) => ({ theme, color })));
  expect(all).toHaveLength(92);
  // Each background is tried with some colors in turn: the unit tests of the theme check the contrast of all
  // combinations.
  const turn = (index: number) => (index + seed) % Math.ceil(colors.length / 2) === 0;
  const looks = all.filter((_, index) => repetitions(Number(turn(index)), 1));
  expect(await runAxe(page, looks, { rules: colorRules })).toEqual([]);
  figure(
    'looks',
    `the gallery in ${locales.length} languages and ${looks.length} looks, 0 findings`,
  );
});

// Also shows R-FORM-05: one dialog each to confirm, report success and report an error.
test('axe finds nothing in overlays, on each background (R-APP-11)', async ({ page }) => {
  await openGallery(page);
  const looks = backgrounds.map((theme) => ({ theme }));
  const overlays = {
    Confirm: '[role=alertdialog]',
    'Confirm, dangerous': '[role=alertdialog]',
    Success: '[role=alertdialog]',
    Error: '[role=alertdialog]',
    'Side panel': '[role=dialog]',
    Modal: '[role=dialog]',
    Bruna: '[popover]:popover-open',
    'Long menu': '[popover]:popover-open',
    'Toast, success': '[aria-live] [role=group]',
  };
  for (const [index, [name, within]] of Object.entries(overlays).entries()) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator(within)).toBeVisible();
    // Each overlay is tried on one background, and each background with two overlays or more.
    const tried = looks.filter((_, at) => repetitions(Number(at === index % looks.length), 1));
    expect(await runAxe(page, tried.slice(0, 1), { within }), name).toEqual([]);
    expect(await runAxe(page, tried.slice(1), { within, rules: colorRules }), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
});
