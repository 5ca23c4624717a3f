import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Chooses a file once the field accepts one, which `setInputFiles` alone doesn't wait for. */
export async function chooseFile(
  field: Locator,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  await expect(field).toBeEnabled();
  await field.setInputFiles(file);
}
