import type { Locator, Page } from '@playwright/test';

/** Opens the sheet that holds the controls of a list on a phone. */
export const openListSheet = (within: Page | Locator) =>
  within.getByRole('button', { name: 'Filtrar e exibir' }).click();
