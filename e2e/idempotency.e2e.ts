import { expect, test } from './support/fixtures.ts';
import { createVerifiedOwner, restoreSession } from './support/users.ts';

/**
 * Sending a request twice has one effect, because both carry the same idempotency key (R-SUB-21).
 */
test('a double click or a lost response creates one record (R-SUB-21)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  const keys: (string | undefined)[] = [];
  await page.route('**/api/Transaction/Create', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The server has handled the request, but its response is dropped.
    if (keys.length === 1) {
      await route.fetch();
      await route.abort('connectionreset');
    } else await route.continue();
  });
  await page.goto('/app/transactions/new');
  await page.getByLabel('Descrição').fill('PETR4');
  await page.getByLabel('Quantidade').fill('3');
  await page.getByLabel('Preço').fill('2,55');
  await page.getByLabel('Data').fill('2026-03-01');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).dblclick();
  const rows = page.getByRole('row', { name: /PETR4/ });
  await expect(rows).toHaveCount(1);
  expect(keys.length).toBeGreaterThan(1);
  expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  await page.reload();
  await expect(rows).toHaveCount(1);
});
