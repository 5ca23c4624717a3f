import type { Page } from '@playwright/test';
import type { Api } from '#contract/api-client.ts';
import type { ProductServer } from './server.ts';
import { apiClientAt, restoreSession } from './users.ts';

/** Signs the operator in without a browser, with their own organization as the current one. */
export async function operatorSession({ url, operator }: ProductServer) {
  const { token, user } = await apiClientAt(url).accounts.login({ body: operator });
  const as = { token, tenant: user.currentTenant?.id ?? '' };
  return { ...as, user, api: apiClientAt(url, as) satisfies Api };
}

/** Stores the operator's session in a tab; the next page is the operator's. */
export async function openAsOperator(page: Page, server: ProductServer) {
  const operator = await operatorSession(server);
  await restoreSession(page, operator);
  return operator;
}

/** Opens the menu of a row and presses one of its entries. */
export async function pressRowAction(page: Page, row: string | RegExp, item: string | RegExp) {
  await page
    .getByRole('row', { name: row })
    .getByRole('button', { name: /^Ações para/ })
    .click();
  await page
    .getByRole('group', { name: /^Ações para/ })
    .getByText(item)
    .click();
}
