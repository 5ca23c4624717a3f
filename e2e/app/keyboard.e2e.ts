import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { subscriptionPanel } from '#e2e/support/billing.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { membersPath, memberRow } from '#e2e/support/members.ts';
import {
  createVerifiedOwner,
  registrationData,
  restoreSession,
  testPassword,
} from '#e2e/support/users.ts';

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

test('an owner works and invites by keyboard alone, from the sign-in to the sign-out (R-APP-11, R-HIS-04)', async ({
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

  await pressAt(page, row.getByRole('link', { name: 'Editar transação' }));
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
  await expect(memberRow(page, ana.email)).toBeVisible();
  await page.keyboard.press('c');
  const panel = page.getByRole('dialog', { name: 'Convidar um membro' });
  const { email } = registrationData();
  await expect(panel.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(email);
  await typeInto(page, 'Nome', 'Bia');
  await typeInto(page, 'Sobrenome', 'Reis');
  await pressAt(page, panel.getByRole('button', { name: 'Enviar convite' }));
  await pressAt(page, confirm.getByRole('button', { name: 'Enviar convite' }));
  await expect(panel).toBeHidden();
  await expect(memberRow(page, email)).toContainText('Convite enviado');
  await choose(page, 'Sair');
  await expect(page).toHaveURL(/\/account\/login/);
});

test('rows are reached, selected, edited and opened with one key (R-LSU-03, R-PAL-05)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  for (const [description, date] of [
    ['Um', '2026-03-03'],
    ['Dois', '2026-03-02'],
    ['Três', '2026-03-01'],
  ] as const) {
    await ana.api.transactions.create({ body: { description, date, quantity: 1, price: 1 } });
  }
  await restoreSession(page, ana);
  await page.goto('/app/transactions');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  const panel = page.getByRole('dialog', { name: 'Editar transação' });
  await expect(row('Três')).toBeVisible();
  await page.keyboard.press('j');
  await expect(row('Um')).toBeFocused();
  await page.keyboard.press('k');
  await expect(row('Um')).toBeFocused();
  await page.keyboard.press('j');
  await expect(row('Dois')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('x');
  await expect(page.getByRole('status').filter({ hasText: '1 selecionado' })).toBeVisible();
  await expect(row('Dois')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 registros')).toBeVisible();

  await page.keyboard.press('e');
  await expect(panel.getByLabel('Descrição')).toHaveValue('Dois');
  await expect(panel.getByLabel('Descrição')).toBeFocused();
  await page.keyboard.type('jkxe');
  await expect(panel.getByLabel('Descrição')).toHaveValue('Doisjkxe');
  await panel.getByLabel('Descrição').fill('Dois');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.keyboard.press('j');
  await expect(row('Três')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Descrição')).toHaveValue('Três');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await page.getByLabel('Buscar').focus();
  await page.keyboard.type('jx');
  await expect(page.getByLabel('Buscar')).toHaveValue('jx');
  await page.getByLabel('Buscar').fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Atalhos de teclado' });
  await expect(shortcuts.getByRole('region', { name: 'Nas listas' })).toContainText(
    'Próxima linhaJ',
  );
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();

  // Other lists have the same keys.
  await page.goto(membersPath);
  await expect(memberRow(page, ana.email)).toBeVisible();
  await page.keyboard.press('j');
  await expect(memberRow(page, ana.email)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/members\/edit\//);
});

test('an owner changes the plan by keyboard alone (R-APP-11)', async ({ page, server }) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Painel', level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  const plan = subscriptionPanel(page, 'Plano atual');
  const change = subscriptionPanel(page, 'Mudar de plano');
  await pressAt(page, plan.getByRole('button', { name: 'Mudar de plano' }));
  await tabTo(page, change.getByRole('radio', { name: /Pro/ }));
  await page.keyboard.press('ArrowUp');
  await expect(change.getByRole('radio', { name: /Starter/ })).toBeChecked();
  await pressAt(page, change.getByRole('button', { name: 'Trocar de plano' }));
  const dialog = page.getByRole('dialog', { name: 'Mudar para o Starter?' });
  await pressAt(page, dialog.getByRole('button', { name: 'Trocar de plano' }));
  await expect(page.getByText(/Você muda para o Starter em/)).toBeVisible();
});
