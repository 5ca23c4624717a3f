import type { Locator } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

/** Returns the box of an element that is on the screen. */
const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('Not on the screen');
  return box;
};

const overlaps = async (one: Locator, other: Locator) => {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

const viewports = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

test('a toast covers no button of a side panel on desktop, tablet and phone (R-APP-11)', async ({
  page,
  server,
}) => {
  const refused: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy/.test(line.text())) refused.push(line.text());
  });
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  await page.goto('/app/transactions/new');
  await page.getByLabel('Descrição').fill('Corretagem');
  await page.getByLabel('Quantidade').fill('1');
  await page.getByLabel('Preço').fill('2');
  await page.getByLabel('Data').fill('2026-03-01');
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).click();
  const toast = page.getByRole('region', { name: 'Mensagens' }).getByRole('group');
  // The toast stays while the pointer is on it.
  await toast.hover();
  await page
    .getByRole('row', { name: /Corretagem/ })
    .getByRole('link', { name: 'Editar transação' })
    .focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('button', { name: 'Salvar' })).toBeEnabled();
  // Reachable for screen readers although a dialog is open.
  await expect(toast).toHaveAccessibleName(/Transação/);
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await toast.hover();
    for (const button of await panel.getByRole('button').all()) {
      const name = `${await button.innerText()} at ${viewport.width} px`;
      expect(await overlaps(toast, button), name).toBe(false);
    }
  }
  // Its button closes the toast and leaves the panel open.
  await toast.getByRole('button', { name: 'Fechar' }).click();
  await expect(toast).toBeHidden();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Cancelar' }).click();
  await expect(panel).toBeHidden();
  expect(refused).toEqual([]);
});
