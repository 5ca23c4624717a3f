import { plainMoneyFormatter } from '#contract/entities/currency.ts';
import type { Transaction } from '#contract/transactions.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, restoreSession, type TestUser } from '#e2e/support/users.ts';
import { locales } from '#locales/locales.ts';

const money = plainMoneyFormatter('pt-BR', 'brl').format;

const recorded = [
  ['2026-01-05', 'Ações', 1_200.1],
  ['2026-01-31', 'Ações', 300.2],
  ['2026-02-10', 'Opções & futuros', 800],
  ['2026-03-31', null, -50.35],
  ['2025-12-31', 'Ações', 1_000],
  ['2026-04-01', 'Ações', 9_999],
] as const;

const createRecorded = async ({ api }: TestUser) => {
  await Promise.all(
    recorded.map(([date, category, price]) => {
      const quantity = Math.sign(price);
      const body = { description: date, quantity, price: Math.abs(price), date, category };
      return api.transactions.create({ body });
    }),
  );
  return (await api.transactions.getAll()).items;
};

/** Returns the rows that the address of a list names by its filters. */
const rowsAt = (all: readonly Transaction[], address: string) => {
  const query = new URL(address, 'http://here').searchParams;
  const names = ['dateFrom', 'dateTo', 'category', 'amountFrom', 'amountTo'];
  const [from = '', to = '', category, least = -Infinity, most = Infinity] = names.map(
    (name) => query.get(name) ?? undefined,
  );
  return all.filter(
    (row) =>
      row.date >= from &&
      row.date <= to &&
      row.amount >= Number(least) &&
      row.amount <= Number(most) &&
      (category === undefined || (row.category ?? '') === category),
  );
};

const sumOf = (rows: readonly Transaction[]) =>
  rows.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;

const firstQuarter = '/app/dashboard?period=custom&from=2026-01-01&to=2026-03-31';

test('figures, bars and categories lead to the transactions that they count, and tables have the values (R-APP-01, R-DSH-03, R-DSH-04, R-DSH-05)', async ({
  page,
  server,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  const all = await createRecorded(owner);
  await restoreSession(page, owner);
  await page.goto(firstQuarter);
  const main = page.getByRole('main');
  await expect(main.getByText('1 de jan. – 31 de mar. de 2026')).toBeVisible();
  await expect(main.getByText('1 de out. – 31 de dez. de 2025')).toBeVisible();
  await expect(main.getByText('+125%')).toBeVisible();
  const links = main.locator('a[href^="/app/transactions?"]');
  // Two figures, three candles, bars and categories; the table has the months again. Sums, extremes and streaks of gains and
  // losses, and four days.
  await expect(links).toHaveCount(2 + 3 + 3 + 3 + 3 + 6 + 4);
  for (const link of await links.all()) {
    const rows = rowsAt(all, (await link.getAttribute('href')) ?? '');
    expect(rows.length).toBeGreaterThan(0);
    const label = (await link.getAttribute('aria-label')) ?? (await link.innerText());
    if (!/R?\$/.test(label)) continue;
    expect(label).toContain(money(sumOf(rows)));
    if (/^(Melhor|Pior) dia/.test(label)) continue;
    expect(label).toMatch(new RegExp(`(^|\\D)${rows.length} transaç`));
  }
  const details = page.getByText('Mostrar dados');
  await details.focus();
  await page.keyboard.press('Enter');
  const february = page.getByRole('row', { name: /^fev\. de 2026/ });
  await expect(february.getByRole('cell')).toHaveText([
    '1',
    ...[800, 2_300.3, 2_300.3, 0].map(money),
  ]);
  await page
    .getByRole('link', { name: /^jan\. de 2026/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/transactions\?dateFrom=2026-01-01&dateTo=2026-01-31$/);
  await page.goBack();
  await page.getByRole('link', { name: /Opções & futuros/ }).click();
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('category') === 'Opções & futuros',
  );

  // A losing day is below zero and hollow, and its mark opens the list of the day.
  await page.goBack();
  const month = page.getByRole('table', { name: 'Calendário de março de 2026' });
  const [lost, won] = [
    month.getByRole('link', { name: `31 de mar.: ${money(-50.35)}, 1 transação` }),
    page.getByRole('link', { name: /^10 de fev\.: / }),
  ];
  const markOf = (day: typeof lost) =>
    day.evaluate((link) => {
      const [box, mark] = [link, link.querySelector('[style]') ?? link].map((element) =>
        element.getBoundingClientRect(),
      );
      const style = getComputedStyle(link.querySelector('[style]') ?? link);
      const middle = box ? box.top + box.height / 2 : 0;
      return { isBelow: (mark?.top ?? 0) >= middle - 1, isHollow: style.borderTopWidth !== '0px' };
    });
  expect(await markOf(lost)).toEqual({ isBelow: true, isHollow: true });
  expect(await markOf(won)).toEqual({ isBelow: false, isHollow: false });
  await lost.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/transactions\?dateFrom=2026-03-31&dateTo=2026-03-31$/);
  await expect(page.getByRole('row', { name: /2026-03-31/ })).toContainText(money(-50.35));
  await page.goBack();
  await page.getByRole('link', { name: /^Perdas e custos/ }).click();
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('amountTo') === '-0.01');
  await expect(page.getByRole('row', { name: /2026-03-31/ })).toBeVisible();
});

test('the period is chosen by keyboard, kept by the address and compared (R-DSH-01)', async ({
  page,
  server,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  await createRecorded(owner);
  await restoreSession(page, owner);
  await page.goto('/app/dashboard');
  const period = page.getByLabel('Período', { exact: true });
  await expect(period).toHaveValue('thisMonth');
  await period.selectOption('12');
  await expect(page).toHaveURL(/\?period=12$/);
  await period.selectOption('custom');
  const [from, to] = [page.getByLabel('De', { exact: true }), page.getByLabel('Até')];
  await from.fill('01/01/2026');
  await to.fill('31/12/2025');
  await expect(page.getByText('O fim não pode ser antes do início')).toBeVisible();
  await to.fill('31/03/2026');
  await expect(page).toHaveURL(/period=custom&from=2026-01-01&to=2026-03-31$/);
  await page.reload();
  await expect(period).toHaveValue('custom');
  await expect(page.getByText(money(2_249.95)).first()).toBeVisible();
  await from.fill('01/01/2024');
  await to.fill('31/01/2024');
  await expect(page.getByText('Nenhuma transação neste período.').first()).toBeVisible();
});

test('the dashboard has no accessibility violation in any language and theme (R-DSH-01)', async ({
  page,
  server,
  baseURL,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  await createRecorded(owner);
  await restoreSession(page, owner);
  for (const [index, locale] of locales.entries()) {
    const theme = index % 2 === 0 ? 'dark' : 'light';
    await page.context().addCookies([{ name: 'locale', value: locale, url: baseURL ?? '' }]);
    await page.evaluate((chosen) => localStorage.setItem('app-background', chosen), theme);
    await page.setViewportSize({ width: index < 2 ? 1_280 : 390, height: 900 });
    await page.goto(firstQuarter);
    await expect(page.locator('a[href*="dateFrom"]').first()).toBeVisible();
    await page.getByRole('main').locator('summary').first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expectAccessible(page);
  }
});
