import type { Page } from '@playwright/test';
import type { Api } from '#contract/caller.ts';
import { callerAt, enter } from './people.ts';
import type { Server } from './server.ts';

/** Signs the operator in without a browser, with their own organization as the current one. */
export async function operatorOf({ url, operator }: Server) {
  const { token, user } = await callerAt(url).accounts.login({ body: operator });
  const as = { token, tenant: user.currentTenant?.id ?? '' };
  return { ...as, user, api: callerAt(url, as) satisfies Api };
}

/** Stores the operator's session in a tab; the next page is the operator's. */
export async function enterAsOperator(page: Page, server: Server) {
  const operator = await operatorOf(server);
  await enter(page, operator);
  return operator;
}

/** Opens the menu of a row and presses one of its entries. */
export async function pressInRow(page: Page, row: string | RegExp, item: string | RegExp) {
  await page
    .getByRole('row', { name: row })
    .getByRole('button', { name: /^Ações para/ })
    .click();
  await page
    .getByRole('group', { name: /^Ações para/ })
    .getByText(item)
    .click();
}
