import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { test } from '#e2e/support/deployment.ts';
import { expect } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';
import { locales } from '#locales/locales.ts';

test.use({ servesFile: 'installable', serviceWorkers: 'allow' });

/** Waits until the worker has stored the offline page. */
const workerIsReady = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match('/app/offline'))?.status ?? null))
    .toBe(200);

test('the app can be installed, with icons and shortcuts, in each language (R-PWA-01)', async ({
  page,
  context,
}) => {
  for (const locale of locales) {
    const document = await (await page.request.get(`/product?lang=${locale}`)).text();
    const [, address = ''] = /<link rel="manifest" href="([^"]*)"/.exec(document) ?? [];
    const answer = await page.request.get(address.replaceAll('&amp;', '&'));
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    expect(await answer.json()).toMatchObject({ lang: locale, start_url: '/app/dashboard' });
  }
  await page.goto(`/product?lang=${locales.at(-1)}`);
  const devTools = await context.newCDPSession(page);
  const { manifest, errors, data } = (await devTools.send('Page.getAppManifest')) as {
    manifest: { shortcuts?: { name: string }[] };
    errors: unknown[];
    data?: string;
  };
  expect(errors).toEqual([]);
  expect(manifest.shortcuts?.map(({ name }) => name)).toEqual(['नया लेन-देन', 'लेन-देन']);
  const { icons } = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of icons.filter((icon) => icon.sizes !== 'any')) {
    const width = await page.evaluate(
      async (path) => (await createImageBitmap(await (await fetch(path)).blob())).width,
      src,
    );
    expect(`${width}x${width}`).toBe(sizes);
  }
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
});

test('without a network the frame of the app offers another try (R-PWA-02)', async ({
  page,
  context,
  deployed,
}) => {
  // The site's own theme and script, which the browser keeps, are not for the app.
  await page.goto('/product');
  await restoreSession(page, await createVerifiedOwner(deployed.url, 'Pro'));
  await page.evaluate(() => localStorage.setItem('app-background', 'light'));
  await page.goto('/app/dashboard');
  await workerIsReady(page);
  await context.setOffline(true);
  await page.goto('/app/transactions?dateFrom=2026-01-01');
  await expect(page.getByRole('heading', { name: 'Você está sem conexão' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('link', { name: 'Pregão' })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/transactions\?dateFrom=2026-01-01$/);
  await expectAccessible(page);
  await context.setOffline(false);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Tentar novamente' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Transações', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/transactions\?dateFrom=2026-01-01$/);

  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toContain('/app/offline');
  const others = stored.filter((path) => !/^\/assets\/[\w.-]+\.(css|woff2)$/.test(path));
  expect(others).toEqual(['/app/offline']);
});

test('an open page offers to reload after a deployment and keeps its input (R-PWA-03)', async ({
  page,
  context,
  deployed,
}) => {
  await restoreSession(page, await createVerifiedOwner(deployed.url, 'Pro'));
  await page.goto('/app/settings/profile');
  await workerIsReady(page);
  const notice = page.getByText('Há uma nova versão disponível');
  const name = page.getByLabel('Nome', { exact: true });
  await name.fill('Anita');
  await expect(notice).toBeHidden();
  await deployed.deploy();
  // Returning online looks for another version.
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await expect(name).toHaveValue('Anita');
  await page.getByRole('button', { name: 'Recarregar' }).click();
  // Kept as a draft, so that nothing is asked.
  await expect(page.getByText('Rascunho recuperado')).toBeVisible();
  await expect(name).toHaveValue('Anita');
  await page.waitForLoadState('networkidle');
  await expect(notice).toBeHidden();
});
