import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openListSheet } from '#e2e/support/lists.ts';
import { openPalette } from '#e2e/support/palette.ts';
import { createVerifiedOwner, restoreSession, type TestUser } from '#e2e/support/users.ts';

/** Creates transactions named `Nota 1` and so on, whose price is their number, in two categories. */
const createNotes = async ({ api }: TestUser, count: number) => {
  const notes = Array.from({ length: count }, (_, index) => index + 1);
  await Promise.all(
    notes.map((note) =>
      api.transactions.create({
        body: {
          description: `Nota ${note}`,
          quantity: 1,
          price: note,
          date: `2026-03-${String((note % 28) + 1).padStart(2, '0')}`,
          category: note % 2 === 0 ? 'Impostos' : 'Aluguel',
        },
      }),
    ),
  );
};

const names = (page: Page) => page.getByRole('table').getByRole('rowheader');
const box = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${name}`, exact: true });

/** Opens the editor of a filter that is not in use. */
const addFilter = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page
    .getByRole('group', { name: 'Filtrar', exact: true })
    .getByRole('button', { name })
    .click();
};

test('a list is searched, filtered, sorted and saved as a view (R-LSU-01, R-LSU-02)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await createNotes(ana, 12);
  await restoreSession(page, ana);
  await page.goto('/app/transactions');
  await expect(names(page)).toHaveCount(12);
  await expect(page.getByRole('status').filter({ hasText: '12 registros' })).toBeVisible();
  await expectAccessible(page);

  await addFilter(page, 'Preço');
  const editor = page.getByRole('dialog', { name: 'Preço' });
  await expect(editor.getByLabel('De', { exact: true })).toBeFocused();
  await page.keyboard.type('5');
  await editor.getByLabel('Até').fill('9');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveCount(5);
  await expect(page).toHaveURL(/priceFrom=5/);
  await addFilter(page, 'Categoria');
  await page.getByRole('checkbox', { name: 'Impostos' }).check();
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(names(page)).toHaveText(['Nota 8', 'Nota 6']);
  await expect(page.getByText('14,00')).toBeVisible();

  // Sorting needs no mouse.
  const header = page.getByRole('columnheader', { name: 'Valor' });
  await header.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(names(page)).toHaveText(['Nota 6', 'Nota 8']);

  await page.getByRole('button', { name: 'Colunas' }).click();
  await page
    .getByRole('group', { name: 'Colunas' })
    .getByRole('button', { name: 'Quantidade', pressed: true })
    .click();
  await expect(page.getByRole('columnheader', { name: 'Quantidade' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Visões' }).click();
  await page.getByRole('button', { name: 'Salvar esta visão' }).click();
  await page.getByLabel('Nome', { exact: true }).fill('Impostos médios');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await page.reload();
  await expect(names(page)).toHaveText(['Nota 6', 'Nota 8']);
  await expect(page.getByRole('columnheader', { name: 'Quantidade' })).toBeHidden();

  // A panel keeps the list behind it as it is.
  await page
    .getByRole('row', { name: /Nota 6/ })
    .getByRole('link', { name: 'Editar transação' })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(names(page)).toHaveText(['Nota 6', 'Nota 8']);

  await page.getByRole('button', { name: 'Impostos médios' }).click();
  await page.getByRole('link', { name: 'Todos os registros' }).click();
  await expect(names(page)).toHaveCount(12);
  await page.getByRole('button', { name: 'Visões' }).click();
  await page.getByRole('link', { name: 'Impostos médios' }).click();
  await expect(names(page)).toHaveText(['Nota 6', 'Nota 8']);
  await page.goBack();
  await expect(names(page)).toHaveCount(12);

  await page.getByLabel('Buscar').fill('nada disso');
  await expect(page.getByText('Nenhum resultado')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mostrar tudo' }).click();
  await expect(names(page)).toHaveCount(12);

  // Views may name people, and end with the session.
  const views = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('views.')));
  expect(await views()).toHaveLength(1);
  await openPalette(page);
  await page.keyboard.type('sair');
  await page.getByRole('option', { name: 'Sair' }).first().click();
  await expect(page).toHaveURL(/\/account\/login/);
  expect(await views()).toEqual([]);
});

test('rows are selected by keyboard and mouse, changed, exported and deleted (R-LSU-03, R-LSU-04)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await createNotes(ana, 8);
  await restoreSession(page, ana);
  await page.goto('/app/transactions?sort=price&descending=false');
  await box(page, 'Nota 1').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: '3 selecionados' })).toBeVisible();
  await expect(box(page, 'Nota 3')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Control+a');
  await expect(page.getByText('8 selecionados')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('8 registros')).toBeVisible();

  await box(page, 'Nota 2').click();
  await box(page, 'Nota 4').click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selecionados')).toBeVisible();
  const actions = page.getByRole('group', { name: 'Registros selecionados' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    actions.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.split('\n').map((line) => line.split(';')[1])).toEqual([
    'Descrição',
    'Nota 2',
    'Nota 3',
    'Nota 4',
    undefined,
  ]);

  await actions.getByRole('button', { name: 'Alterar categoria' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alterar categoria de 3 registros' });
  await dialog.getByLabel('Categoria').fill('Viagens');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('3 registros alterados')).toBeVisible();
  await expect(page.getByRole('row', { name: /Viagens/ })).toHaveCount(3);

  await box(page, 'Nota 2').click();
  await box(page, 'Nota 4').click({ modifiers: ['Shift'] });
  await actions.getByRole('button', { name: 'Excluir' }).click();
  const question = page.getByRole('alertdialog', { name: 'Excluir 3 registros?' });
  // They can be restored.
  await expect(question).not.toContainText('desfeita');
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('3 registros excluídos')).toBeVisible();
  await expect(names(page)).toHaveText(['Nota 1', 'Nota 5', 'Nota 6', 'Nota 7', 'Nota 8']);

  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(await readFile(await all.path(), 'utf8')).toContain('Nota 8');
});

test('on a phone a list is cards with the same controls (R-LSU-06)', async ({ page, server }) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await createNotes(ana, 6);
  await restoreSession(page, ana);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/transactions');
  await expect(names(page)).toHaveCount(6);
  const top = await page.getByRole('row', { name: 'Nota 6' }).boundingBox();
  expect(top?.y, 'the first record is in the upper half').toBeLessThan(300);
  await openListSheet(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ordenar por' }).click();
  await page
    .getByRole('group', { name: 'Ordenar por' })
    .getByRole('button', { name: 'Preço' })
    .click();
  await expect(names(page).first()).toHaveText('Nota 1');
  await expectAccessible(page);
  await expect(box(page, 'Nota 1')).toBeHidden();
  await openListSheet(page);
  await page.getByRole('button', { name: 'Selecionar', exact: true }).click();
  await box(page, 'Nota 1').check();
  await expect(page.getByText('1 selecionado')).toBeVisible();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'nothing is cut off').toBe(390);
});

/** Returns a transaction of the server's answers, by its place in the list. */
const noteAt = (place: number) => ({
  id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
  description: `Linha ${place}`,
  quantity: 1,
  price: 1,
  amount: 1,
  date: '2026-03-01',
  category: null,
  image: null,
  createdAt: '2026-03-01T00:00:00.000Z',
});

/** Answers requests for the list in the place of the server, whose own paging is tested there. */
const answerWithNotes = (page: Page, { total, pageSize }: { total: number; pageSize: number }) =>
  page.route(/\/api\/Transaction\/GetAll\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const start = Number(query.get('cursor') ?? 0);
    const items = Array.from({ length: pageSize }, (_, index) => noteAt(start + index));
    const next = start + pageSize;
    const more = next < total && { link: `</api/Transaction/GetAll?cursor=${next}>; rel="next"` };
    await route.fulfill({ json: items, headers: { ...more } });
  });

const position = (page: Page) => page.evaluate(() => window.scrollY);

test('a long list loads while it is scrolled, and renders few rows (R-LSU-05)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  const total = 100_000;
  await answerWithNotes(page, { total, pageSize: 20_000 });
  await page.route(/\/api\/Transaction\/Get\//, (route) => route.fulfill({ json: noteAt(0) }));
  await page.goto('/app/transactions');
  const rows = page.getByRole('table').getByRole('row');
  await expect(names(page).first()).toHaveText('Linha 0');
  const scrollTo = (position: number) =>
    page.evaluate((to) => window.scrollTo({ top: to }), position);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  for (let last = 0; last < total * 40; last = await height()) {
    await scrollTo(last);
    await expect.poll(height).toBeGreaterThan(last);
  }
  expect(await rows.count()).toBeLessThan(120);
  await scrollTo(3_000_000);
  const inWindow = names(page).filter({ hasText: /^Linha \d{5}$/ });
  await expect(inWindow.nth(12)).toBeInViewport();
  expect(await rows.count()).toBeLessThan(120);
  const before = await position(page);
  // A panel does not move the list behind it.
  const name = (await inWindow.nth(12).textContent()) ?? '';
  await page
    .getByRole('row', { name: new RegExp(`${name}\\b`) })
    .getByRole('link', { name: 'Editar transação' })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(Math.abs((await position(page)) - before)).toBeLessThan(100);
});

test('a long list of cards keeps its place on a phone (R-LSU-05, R-LSU-06)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, ana);
  await answerWithNotes(page, { total: 600, pageSize: 200 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/transactions');
  await expect(names(page).first()).toHaveText('Linha 0');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  /** Scrolls on like a person: the list, which measures its cards meanwhile, may move a single jump back. */
  const scrollOn = async (to: number) => {
    await page.evaluate((top) => window.scrollTo({ top }), to);
    return height();
  };
  for (let last = 0; last < 600 * 60; last = await height()) {
    await expect.poll(() => scrollOn(last)).toBeGreaterThan(last);
  }
  await page.evaluate(() => window.scrollTo({ top: 20_000 }));
  await expect(names(page).nth(12)).toBeInViewport();
  const places = await page.evaluate(async () => {
    const seen: number[] = [];
    for (let frame = 0; frame < 20; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      seen.push(window.scrollY);
    }
    return seen;
  });
  expect(new Set(places.slice(-10)).size, 'it rests').toBe(1);
});
