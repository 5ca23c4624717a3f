import type { Page } from '@playwright/test';
import { loadAxe, runAxe } from './axe.ts';
import { expect } from './fixtures.ts';

/** Expects that axe finds no violation on the page in its current state. */
export async function expectAccessible(page: Page) {
  // The title is empty until the page has loaded.
  await expect(page).toHaveTitle(/./);
  // Until its scripts run, a page holds the notice of slow pages beside its landmarks.
  await expect(page.locator('[data-slow-load]')).toHaveCount(0);
  await settled(page);
  await loadAxe(page);
  expect(await runAxe(page, [{}], { rules: null })).toEqual([]);
}

/** Elements that are still fading in have the colors of neither state. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map(({ finished }) => finished));
  });
