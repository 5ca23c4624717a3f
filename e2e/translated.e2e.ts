import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { drawn, goWithoutReload, routePaths } from '#e2e/support/routes.ts';
import { createOperatorSamples, createSampleData, filled } from '#e2e/support/samples.ts';
import { staleTexts, translatePage } from '#e2e/support/translator.ts';
import { restoreSession } from '#e2e/support/users.ts';
import { allTexts } from '#locales/translate.ts';

/** Titles of the error page: one of the choices is the language. */
const errorTitles = new RegExp(
  Object.values(allTexts)
    .map(({ common }) => common.failure.title)
    .join('|'),
);

/** Routes of the account, of the app with it, and of the portal. */
const account = /^\/(account|invitation|invite|pay|unsubscribe)\b/;
const appAndAccount = /^\/(app|account|invitation|invite|pay|unsubscribe)\b/;
const portal = /^\/admin\b/;

/** Pages without React, and those of the sandbox. */
const untranslated =
  /^\/($|(product|pricing|contact|newsletter|terms|privacy|blog|changelog|status|doacao|pix|suporte-pago|downloads|sandbox)\b)/;

/** Types in the first search field, opens the first menu and changes the first choice of each kind. */
const tryOut = async (page: Page) => {
  await page.evaluate(() => {
    const within = document.querySelector('main') ?? document.body;
    const write = (field: HTMLInputElement | HTMLSelectElement, value: string) => {
      const type = field instanceof HTMLInputElement ? HTMLInputElement : HTMLSelectElement;
      Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(field, value);
      for (const event of ['input', 'change'])
        field.dispatchEvent(new Event(event, { bubbles: true }));
    };
    const first = <Found extends Element>(selector: string) =>
      within.querySelector<Found>(selector);
    const search = first<HTMLInputElement>('input[type=search], input[role=combobox]');
    if (search) write(search, 'zz');
    const select = first<HTMLSelectElement>('select');
    const other = select && [...select.options].find(({ value }) => value !== select.value);
    if (select && other) write(select, other.value);
    first<HTMLInputElement>('input[type=radio]:not(:checked)')?.click();
    first<HTMLInputElement>('input[type=checkbox]')?.click();
    first<HTMLInputElement>('button[aria-pressed=false]')?.click();
    first<HTMLButtonElement>('button[aria-haspopup], button[aria-expanded=false]')?.click();
  });
  await drawn(page);
};

/** Opens and uses every page while the browser translates it; returns what went wrong. */
const useTranslated = async (
  page: Page,
  addresses: readonly string[],
  samples: Record<string, string>,
) => {
  const found: string[] = [];
  page.on('pageerror', ({ message }) => found.push(message));
  await translatePage(page);
  for (const address of addresses) {
    await goWithoutReload(page, filled(address, samples));
    const { pathname } = new URL(page.url());
    await tryOut(page);
    found.push(...(await staleTexts(page)).map((text) => `${pathname}: ${text}`));
    if (await page.getByText(errorTitles).count()) found.push(`${pathname}: error page`);
  }
  return found;
};

test.describe('a page that the browser translates keeps working and shows what changes (R-APP-17),', () => {
  test.describe.configure({ mode: 'parallel' });

  test('in the app and the account', async ({ page, server }) => {
    const { owner, samples } = await createSampleData(server.url);
    const addresses = await routePaths(page, appAndAccount);
    await restoreSession(page, owner);
    await page.goto('/app/dashboard');
    expect(await useTranslated(page, addresses, samples)).toEqual([]);
  });

  test('in the account of a visitor', async ({ page, server }) => {
    const { samples } = await createSampleData(server.url);
    const addresses = await routePaths(page, account);
    await page.goto('/account/login');
    expect(await useTranslated(page, addresses, samples)).toEqual([]);
  });

  test('from every route that people have', async ({ page }) => {
    const addresses = await routePaths(page, /^\//);
    const left = addresses.filter((path) => !appAndAccount.test(path) && !portal.test(path));
    expect(left.filter((path) => !untranslated.test(path))).toEqual([]);
  });

  test('in the portal', async ({ page, server }) => {
    const samples = await createOperatorSamples(page, server);
    const addresses = await routePaths(page, portal);
    await page.goto('/admin/dashboard');
    expect(await useTranslated(page, addresses, samples)).toEqual([]);
  });
});
