import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Expects a text that the page fetches at an interval, and moves the page's clock by it meanwhile. The page needs
 * `page.clock.install()` before it is opened.
 */
export const expectPolledText = async (
  page: Page,
  target: Locator,
  { text, everyMs }: { text: string; everyMs: number },
) => {
  const read = async () => {
    await page.clock.fastForward(everyMs);
    return target.textContent();
  };
  await expect.poll(read).toContain(text);
};
