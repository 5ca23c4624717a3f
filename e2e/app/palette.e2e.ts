import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner, inviteAndAccept } from '#e2e/support/members.ts';
import { openPalette, paletteOf, runPaletteCommand } from '#e2e/support/palette.ts';
import {
  createVerifiedOwner,
  defaultPriceId,
  registrationData,
  restoreSession,
} from '#e2e/support/users.ts';

const body = { description: 'Água de março', quantity: 2, price: 12.5, date: '2026-03-21' };

/** Opens a page of the app and waits until its keys are heard. */
const openPage = async (page: Page, path: string, heading: string) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
};

test('the palette goes to pages and single settings by keyboard, tells the count and returns the focus (R-PAL-01, R-PAL-03, R-PAL-08)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Pro');
  await openPage(page, '/app/transactions', 'Transações');
  const button = page.getByRole('button', { name: /^Pesquisar ou ir para/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const { dialog, field, option, status } = paletteOf(page);
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('auditoria registro');
  await expect(status).toHaveText('1 resultado');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await runPaletteCommand(page, 'registro', 'Registro de auditoria');
  await expect(page).toHaveURL(/\/organization\/audit$/);
  await openPalette(page);
  await expect(dialog.getByRole('group').first()).toContainText('RecentesRegistro de auditoria');
  await page.keyboard.press('ArrowDown');
  await expect(option('Nova transação')).toHaveAttribute('data-highlighted');
  await page.keyboard.type('qqqq');
  await expect(dialog).toContainText('Nada encontrado para “qqqq”');
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeHidden();

  // Single settings open their page at the field.
  await openPalette(page);
  await expect(option('Exigir um segundo fator')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  for (const [search, name, label] of [
    ['exigir segundo fator', /^Exigir um segundo fator/, 'Exigir um segundo fator'],
    ['dominios e-mail', /^Domínios de e-.mail permitidos/, /^Domínios de e-.mail permitidos/],
    ['faturas e-mails', /^E-.mails das faturas/, 'Enviar cópias dos recibos para'],
  ] as const) {
    await runPaletteCommand(page, search, name);
    await expect(page.getByLabel(label)).toBeFocused();
    await expect(page.locator('[data-named]')).toBeInViewport();
    await expectAccessible(page);
  }
  await runPaletteCommand(page, 'excluir organizacao', /^Excluir organização/);
  await expect(page.getByRole('region', { name: 'Zona de perigo' })).toBeFocused();

  // On a phone a button opens it.
  await page.setViewportSize({ width: 390, height: 844 });
  await button.click();
  await expectAccessible(page);
  await field.fill('membros');
  await option(/^Membros/).click();
  await expect(page).toHaveURL(/\/members$/);
  await expect(dialog).toBeHidden();
});

test('the palette finds records, opens them and duplicates (R-PAL-04, R-PAL-07)', async ({
  page,
  server,
}) => {
  const { api, email } = await createSignedInOwner(page, server.url, 'Pro');
  await api.transactions.create({ body: { ...body, category: 'Bar' } });
  await openPage(page, '/app/dashboard', 'Painel');
  await runPaletteCommand(page, 'agua marco', /^Água de março/);
  await expect(page).toHaveURL(/\/app\/transactions\/[0-9a-f-]+$/);
  await page.getByRole('link', { name: 'Editar' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Editar transação' });
  await expect(edit.getByLabel('Descrição')).toHaveValue(body.description);
  await edit.getByLabel('Descrição').fill('Outra');
  await expect(edit.getByRole('button', { name: 'Duplicar' })).toBeDisabled();
  await runPaletteCommand(page, 'duplicar', 'Duplicar este registro');
  const discard = page.getByRole('alertdialog', { name: 'Descartar as alterações?' });
  await discard.getByRole('button', { name: 'Descartar' }).press('Enter');
  const copy = page.getByRole('dialog', { name: 'Nova transação' });
  await expect(copy.getByLabel('Descrição')).toHaveValue(body.description);
  await expect(copy.getByLabel('Quantidade')).toHaveValue('2');
  await copy.getByLabel('Descrição').fill('Água de abril');
  await copy.getByRole('button', { name: 'Adicionar' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).press('Enter');
  await expect(page.getByRole('row', { name: /Água de abril/ })).toContainText('Bar');
  expect((await api.transactions.getAll()).items).toMatchObject([
    { ...body, description: 'Água de abril', category: 'Bar' },
    body,
  ]);

  await page.reload();
  await page
    .getByRole('row', { name: /abril/ })
    .getByRole('link', { name: 'Editar transação' })
    .press('Enter');
  // A key would go to the field that the panel focuses while it opens.
  await edit.getByRole('button', { name: 'Duplicar' }).click();
  await expect(copy.getByLabel('Descrição')).toHaveValue('Água de abril');
  await page.keyboard.press('Escape');
  await expect(copy).toBeHidden();

  await runPaletteCommand(page, email, /^Ana Souza/);
  await expect(page).toHaveURL(/\/members\/edit\//);
});

test('a guest is offered no page, form or record that is not for them (R-PAL-02)', async ({
  page,
  server,
  mailTo,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  await owner.api.transactions.create({ body });
  const guest = await createVerifiedOwner(server.url, 'Starter');
  await inviteAndAccept(guest, { owner, role: Role.Guest, mailTo });
  await restoreSession(page, { token: guest.token, tenant: owner.tenant });
  await openPage(page, '/app/transactions', 'Transações');
  const { dialog, option } = await openPalette(page);
  await expect(option('Painel')).toBeVisible();
  for (const name of [
    'Nova transação',
    'Convidar membro',
    'Membros',
    'Assinatura',
    'Organização',
  ]) {
    await expect(option(new RegExp(`^${name}`))).toBeHidden();
  }
  await page.keyboard.type('ana souza');
  await expect(dialog).toContainText('Nada encontrado');
  await page.keyboard.press('Escape');
  await runPaletteCommand(page, 'agua', /^Água de março/);
  await expect(page).toHaveURL(/\/app\/transactions\/[0-9a-f-]+$/);
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/app\/transactions\/[0-9a-f-]+$/);

  // Without the plan for transactions.
  await restoreSession(page, guest);
  await openPage(page, '/app/dashboard', 'Painel');
  await openPalette(page);
  await expect(option('Convidar membro')).toBeVisible();
  await expect(option(/ransaç/)).toBeHidden();
});

test('the palette switches organization, language and theme, and signs out (R-PAL-02)', async ({
  page,
  server,
}) => {
  const { api, organization } = await createSignedInOwner(page, server.url, 'Pro');
  const other = registrationData().organization;
  const subscriptionPriceId = await defaultPriceId(server.url, 'Starter');
  await api.tenants.create({
    body: { name: other, selectedSubscription: { subscriptionPriceId } },
  });
  await openPage(page, '/app/dashboard', 'Painel');
  await runPaletteCommand(page, other, other);
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('button', { name: other })).toBeVisible();
  await runPaletteCommand(page, organization, organization);
  await expect(menu.getByRole('button', { name: organization })).toBeVisible();

  const html = page.locator('html');
  await runPaletteCommand(page, 'claro', /claro/);
  await expect(html).toHaveAttribute('data-theme', 'light');
  await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const languages = [
    { search: 'espanol', lang: 'es-MX', transactions: 'transacciones', heading: 'Transacciones' },
    { search: 'hindi', lang: 'hi-IN', transactions: 'लेन', heading: 'लेन-देन' },
    { search: 'english', lang: 'en-US', transactions: 'tran', heading: 'Transactions' },
  ];
  for (const { search, lang, transactions, heading } of languages) {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(search === 'hindi' ? 'हिन्दी' : search);
    await page.keyboard.press('Enter');
    await expect(html).toHaveAttribute('lang', lang);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(transactions);
    await expect(page.getByRole('option', { name: heading, exact: false }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/login/);
});

test('shortcuts go and create, never while typing or in a dialog, and are switched off (R-PAL-05)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Pro');
  await openPage(page, '/app/dashboard', 'Painel');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/app\/transactions$/);
  await page.keyboard.press('c');
  const form = page.getByRole('dialog', { name: 'Nova transação' });
  await expect(form.getByLabel('Descrição')).toBeFocused();
  await page.keyboard.type('gm?c');
  await expect(form.getByLabel('Descrição')).toHaveValue('gm?c');
  await form.getByLabel('Descrição').fill('');
  await form.getByRole('button', { name: 'Fechar' }).focus();
  await page.keyboard.type('gm');
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Atalhos de teclado' });
  await expect(list).toContainText('TransaçõesGT');
  await expectAccessible(page);
  await list.getByRole('switch', { name: 'Atalhos de uma tecla' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Transações', level: 1 })).toBeVisible();
  await page.keyboard.type('c?gd');
  await runPaletteCommand(page, 'atalhos', 'Atalhos de teclado');
  await expect(page).toHaveURL(/\/app\/transactions$/);
  await list.getByRole('switch', { name: 'Atalhos de uma tecla' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.type('gd');
  await expect(page).toHaveURL(/\/app\/dashboard$/);
});
