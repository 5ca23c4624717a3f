import { test } from '#e2e/support/deployment.ts';
import { expect } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

test('a page that was opened before a deployment continues to work (R-APP-15)', async ({
  page,
  deployed,
}) => {
  await restoreSession(page, await createVerifiedOwner(deployed.url, 'Pro'));
  // Loaded in advance, after the page.
  const dialogs = page.waitForResponse(/\/assets\/dialog-view/);
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Painel', level: 1 })).toBeVisible();
  await (await dialogs).finished();
  await page.waitForLoadState('networkidle');
  await deployed.deploy();
  const assets: [name: string, status: number][] = [];
  page.on('response', (response) => {
    // What the page before still loads is of its build.
    if (response.request().isNavigationRequest()) assets.length = 0;
    const name = /\/assets\/([^/]+\.js)$/.exec(response.url())?.[1];
    if (name) assets.push([name, response.status()]);
  });
  await page.getByRole('link', { name: 'Transações', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Transações', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Nova transação' }).first().click();
  await expect(page.getByLabel('Descrição')).toBeVisible();
  expect(assets.length).toBeGreaterThan(0);
  expect(assets.filter(([name, status]) => status !== 200 || name.includes('next'))).toEqual([]);

  await page.reload();
  await expect(page.getByLabel('Descrição')).toBeVisible();
  expect(assets.filter(([name, status]) => status !== 200 || !name.includes('next'))).toEqual([]);
});
