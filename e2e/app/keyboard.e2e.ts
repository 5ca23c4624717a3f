import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, testPassword } from '#e2e/support/users.ts';

/** Moves the focus to an element with the Tab key alone. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not reach the element');
}

/** Reaches a control with the Tab key and presses a key on it. */
const pressAt = async (page: Page, target: Locator, key = 'Enter') => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** Replaces the content of a field that the Tab key reaches. */
const typeInto = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
};

/** Runs a command of the palette. */
const choose = async (page: Page, command: string) => {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(command);
  await expect(page.getByRole('option').first()).toContainText(command);
  await page.keyboard.press('Enter');
};

test('a member works by keyboard alone, from the sign-in to the sign-out (R-APP-11, R-HIS-04)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await page.goto('/account/login');
  await typeInto(page, 'E-mail', ana.email);
  await typeInto(page, 'Senha', testPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Painel', level: 1 })).toBeVisible();

  await choose(page, 'Nova transação');
  await expect(page).toHaveURL(/\/app\/transactions\/new$/);
  await typeInto(page, 'Descrição', 'Café');
  await typeInto(page, 'Preço', '10,50');
  const confirm = page.getByRole('alertdialog');
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }));
  await pressAt(page, confirm.getByRole('button', { name: 'Adicionar' }));
  const row = page.getByRole('row', { name: /Café/ });
  await expect(row).toBeVisible();

  await pressAt(page, row.getByRole('link'));
  await expect(page).toHaveURL(/\/edit$/);
  await typeInto(page, 'Preço', '12,00');
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Salvar' }));
  await pressAt(page, confirm.getByRole('button', { name: 'Salvar' }));
  await expect(row).toContainText('12,00');

  await pressAt(page, row.getByRole('checkbox'), 'Space');
  const actions = page.getByRole('group', { name: 'Registros selecionados' });
  await pressAt(page, actions.getByRole('button', { name: 'Excluir' }));
  await pressAt(page, confirm.getByRole('button', { name: 'Excluir' }));
  await pressAt(page, page.getByRole('button', { name: 'Desfazer' }));
  await expect(page.getByText('1 registro restaurado')).toBeVisible();
  await expect(row).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { name: 'Membros', level: 1 })).toBeVisible();
  await choose(page, 'Sair');
  await expect(page).toHaveURL(/\/account\/login/);
});
