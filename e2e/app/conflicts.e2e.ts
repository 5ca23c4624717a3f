import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const body = { description: 'PETR4', quantity: 1, price: 1, date: '2026-03-01', category: 'Ações' };

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salvar' }).click();
};
const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Outra pessoa alterou este registro' });

/** Opens the form of a new record, types into it, and changes the record elsewhere meanwhile. */
const beginConflict = async (page: Page, url: string) => {
  const ana = await createVerifiedOwner(url, 'Pro');
  const { id } = await ana.api.transactions.create({ body });
  await restoreSession(page, ana);
  await page.goto(`/app/transactions/${id}/edit`);
  await expect(page.getByLabel('Descrição')).toHaveValue('PETR4');
  await page.getByLabel('Descrição').fill('Mine');
  await page.getByLabel('Quantidade').fill('5');
  const params = { id };
  const theirs = { ...body, description: 'Theirs', category: 'Fundos' };
  await ana.api.transactions.update({ params, body: theirs });
  return { ana, params, read: () => ana.api.transactions.get({ params }) };
};

test('saving over a newer version shows both, to choose per field, and closing the choice loses nothing (R-CNF-03)', async ({
  page,
  server,
}) => {
  const { ana, params, read } = await beginConflict(page, server.url);
  await save(page);
  const dialog = dialogOf(page);
  const choice = (name: string) => dialog.getByRole('group', { name });
  await expect(choice('Descrição')).toContainText('Vocês dois alteraram este campo.');
  await expect(choice('Descrição')).toContainText('Mine');
  await expect(choice('Descrição')).toContainText('Theirs');
  await expect(choice('Quantidade').getByRole('radio', { name: /^Seu/ })).toBeChecked();
  await expect(choice('Categoria').getByRole('radio', { name: /^Da outra/ })).toBeChecked();
  await expect(choice('Preço')).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Descrição')).toHaveValue('Mine');
  expect(await read()).toMatchObject({ description: 'Theirs', version: 2 });

  // Another change before the choice is saved leads to another choice.
  await save(page);
  await dialog.getByRole('button', { name: 'Manter todos os seus' }).click();
  const later = { ...body, description: 'Later', category: 'Fundos' };
  await ana.api.transactions.update({ params, body: later });
  await dialog.getByRole('button', { name: 'Salvar escolha' }).click();
  await expect(dialog.getByText('Later')).toBeVisible();
  await dialog.getByRole('button', { name: 'Manter todos os seus' }).click();

  // By keyboard: their description, the rest is one's own.
  await choice('Descrição').getByRole('radio', { name: /^Seu/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(choice('Descrição').getByRole('radio', { name: /^Da outra/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Salvar escolha' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Later/ })).toBeVisible();
  const merged = { description: 'Later', quantity: 5, category: 'Ações', version: 4 };
  expect(await read()).toMatchObject(merged);
});

test('a draft of an older version leads to the choice after a reload (R-CNF-03)', async ({
  page,
  server,
}) => {
  const { read } = await beginConflict(page, server.url);
  await page.reload();
  await expect(page.getByText('Rascunho recuperado')).toBeVisible();
  await expect(page.getByLabel('Descrição')).toHaveValue('Mine');
  await save(page);
  await dialogOf(page).getByRole('button', { name: 'Usar todos os da outra pessoa' }).click();
  await dialogOf(page).getByRole('button', { name: 'Salvar escolha' }).click();
  await expect(page.getByLabel('Descrição')).toHaveValue('Theirs');
  await expect(page.getByLabel('Quantidade')).toHaveValue('1');
  expect(await read()).toMatchObject({ description: 'Theirs', quantity: 1, version: 2 });
});
