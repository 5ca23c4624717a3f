import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Locates the parts of the command palette in pt-BR. */
export const paletteOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Paleta de comandos' });
  return {
    dialog,
    field: dialog.getByRole('combobox'),
    option: (name: string | RegExp) => dialog.getByRole('option', { name }),
    status: dialog.getByRole('status'),
  };
};

/** Opens the palette with its keys. */
export async function openPalette(page: Page) {
  const palette = paletteOf(page);
  await page.keyboard.press('Control+k');
  await expect(palette.field).toBeFocused();
  return palette;
}

/** Opens the palette, types without waiting for it, and runs the first entry, which has a name. */
export async function runPaletteCommand(page: Page, search: string, name: string | RegExp) {
  const palette = paletteOf(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(search);
  await expect(palette.field).toHaveValue(search);
  await expect(palette.option(name).first()).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  await expect(palette.dialog).toBeHidden();
}
