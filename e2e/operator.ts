import type { Page } from '@playwright/test';
import type { Api } from '#contract/caller.ts';
import { callerAt, enter } from './people.ts';
import type { Server } from './server.ts';

/** The operator by the calls alone; their own organization is where they are. */
export async function operatorOf({ url, operator }: Server) {
  const { token, user } = await callerAt(url).accounts.login({ body: operator });
  const as = { token, tenant: user.currentTenant?.id ?? '' };
  return { ...as, user, api: callerAt(url, as) satisfies Api };
}

/** Makes a tab that of the operator; the next page is theirs. */
export async function enterAsOperator(page: Page, server: Server) {
  const operator = await operatorOf(server);
  await enter(page, operator);
  return operator;
}

/** Opens what can be done about a row, and presses one of it. */
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
