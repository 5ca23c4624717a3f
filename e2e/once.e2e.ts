import { expect, test } from './fixtures.ts';
import { enroll, enter } from './people.ts';

/** What a person sends twice without meaning to is done once (decision 16). */
test('a double click, and an answer that is lost on its way, create once', async ({
  page,
  server,
}) => {
  await enter(page, await enroll(server.url, 'Pro'));
  const keys: (string | undefined)[] = [];
  await page.route('**/api/Transaction/Create', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // It is done, and nobody hears of it.
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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sim' }).dblclick();
  const rows = page.getByRole('row', { name: /PETR4/ });
  await expect(rows).toHaveCount(1);
  expect(keys.length).toBeGreaterThan(1);
  expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  await page.reload();
  await expect(rows).toHaveCount(1);
});
