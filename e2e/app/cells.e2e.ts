import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const body = { description: 'PETR4', quantity: 2, price: 10, date: '2026-03-01', category: null };

/** Opens the list of a new organization with one transaction, and with earlier ones on so many days. */
const openList = async (page: Page, url: string, days = 0) => {
  const ana = await createVerifiedOwner(url, 'Pro');
  for (let day = 0; day < days; day += 1) {
    const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
    await ana.api.transactions.create({ body: { ...body, description: `VALE3 ${day}`, date } });
  }
  const { id } = await ana.api.transactions.create({ body });
  await restoreSession(page, ana);
  await page.goto('/app/transactions');
  const params = { id };
  return { ana, params, read: () => ana.api.transactions.get({ params }) };
};

const row = (page: Page) => page.getByRole('row', { name: /PETR4/ });
const editor = (page: Page) => page.getByRole('dialog', { name: 'Editar transação' });
/** Locates a cell by the button that edits it. */
const cell = (page: Page, field: string) => row(page).locator(`button[title="Alterar ${field}"]`);

test('cells are reached with Tab, edited and undone; a press on a card opens the record (R-LSU-09)', async ({
  page,
  server,
}) => {
  const { read } = await openList(page, server.url);
  await expect(row(page)).toBeVisible();
  await page.keyboard.press('j');
  await expect(row(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(cell(page, 'preço')).toBeFocused();
  await page.keyboard.press('Enter');
  const price = editor(page).getByLabel('Preço');
  await expect(price).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cell(page, 'preço')).toBeFocused();
  await cell(page, 'preço').click();
  await expect(price).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('12,50');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toBeHidden();
  await expect(cell(page, 'preço')).toHaveText(/12,50/);
  await expect(cell(page, 'preço')).toBeFocused();
  // Other values are sent as they are.
  expect(await read()).toMatchObject({ ...body, price: 12.5, amount: 25, version: 2 });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(cell(page, 'preço')).toHaveText(/10,00/);
  expect(await read()).toMatchObject({ ...body, version: 3 });

  // Leaving the field saves it, Escape does not.
  await cell(page, 'categoria').click();
  await page.keyboard.type('Ações');
  await page.getByRole('heading', { name: 'Transações', level: 1 }).click();
  await expect(editor(page)).toBeHidden();
  await expect(cell(page, 'categoria')).toHaveText('Ações');
  await cell(page, 'data').click();
  const date = editor(page).getByLabel('Data', { exact: true });
  await date.fill('05/04/2026');
  await page.keyboard.press('Escape');
  await expect(editor(page)).toBeHidden();
  await cell(page, 'data').click();
  await expect(date).toHaveValue('01/03/2026');
  await expect(date).toBeFocused();
  await page.keyboard.type('05/04/2026');
  await editor(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(editor(page)).toBeHidden();
  expect(await read()).toMatchObject({ category: 'Ações', date: '2026-04-05', version: 5 });

  // A value that did not change is not saved.
  await cell(page, 'data').click();
  await page.keyboard.press('Enter');
  await expect(editor(page)).toBeHidden();
  expect(await read()).toMatchObject({ version: 5 });

  await page.setViewportSize({ width: 390, height: 844 });
  // The link of the record lies above what the card shows.
  const linkAbove = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('a')?.pathname;
  };
  await expect.poll(() => cell(page, 'data').evaluate(linkAbove)).toMatch(/\/edit$/);
  await cell(page, 'data').click({ force: true });
  await expect(page).toHaveURL(/\/edit$/);
});

test('a cell has the rules of the form, and refuses a change of an older version (R-LSU-09, R-CNF-03)', async ({
  page,
  server,
}) => {
  const { ana, params, read } = await openList(page, server.url);
  await cell(page, 'preço').click();
  const price = editor(page).getByLabel('Preço');
  await price.fill('');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toContainText('Obrigatório');
  // Of the amount, too: its limit belongs to the quantity.
  await price.fill('9.000.000,00');
  await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('alert')).toContainText('Quantidade');
  await expectAccessible(page);
  expect(await read()).toMatchObject({ version: 1 });

  await ana.api.transactions.update({ params, body: { ...body, quantity: 3, category: 'Fundos' } });
  await price.fill('7,00');
  await page.keyboard.press('Enter');
  const conflict = page.getByRole('dialog', { name: 'Outra pessoa alterou este registro' });
  await expect(conflict.getByRole('group', { name: 'Preço' })).toContainText('7,00');
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Salvar escolha' }).click();
  await expect(editor(page)).toBeHidden();
  const merged = { ...body, price: 7, quantity: 3, category: 'Fundos' };
  expect(await read()).toMatchObject({ ...merged, version: 3 });

  // Undoing does not overwrite what others changed meanwhile.
  await ana.api.transactions.update({ params, body: { ...merged, category: 'Outra' } });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText(/Outra pessoa alterou isto/)).toBeVisible();
  expect(await read()).toMatchObject({ category: 'Outra', price: 7, version: 4 });
});

test('a cell of a long list stays while it is edited, wherever the list is scrolled (R-LSU-09)', async ({
  page,
  server,
}) => {
  const { read } = await openList(page, server.url, 120);
  const scroll = (to: number) => page.evaluate((top) => window.scrollTo({ top }), to);
  const last = page.getByRole('row', { name: /VALE3 0\b/ });
  await expect
    .poll(async () => {
      await scroll(1_000_000);
      return last.count();
    })
    .toBe(1);
  await scroll(0);
  await cell(page, 'preço').click();
  const price = editor(page).getByLabel('Preço');
  await price.fill('77,00');
  await scroll(1_000_000);
  await expect(last).toBeInViewport();
  await scroll(0);
  await expect(price).toHaveValue('77,00');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toBeHidden();
  await expect(cell(page, 'preço')).toBeFocused();
  expect(await read()).toMatchObject({ price: 77 });
});
