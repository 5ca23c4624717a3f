import type { Page } from '@playwright/test';

/** Windows from a desktop to a phone; 720×450 is 1440×900 at a zoom of 200 %. */
const windows = [
  { width: 1280, height: 900 },
  { width: 1024, height: 768 },
  { width: 820, height: 1100 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
];

/** Resizes the page that is open; returns the windows in which it, or a table in it, would slide sideways. */
export async function findOverflows(page: Page) {
  const found: string[] = [];
  const before = page.viewportSize();
  for (const size of windows) {
    await page.setViewportSize(size);
    const wide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main div:has(> .kit-table)')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((box) => `${box.localName} ${box.scrollWidth} of ${box.clientWidth} px`),
    );
    found.push(...wide.map((box) => `at ${size.width}×${size.height}: ${box}`));
  }
  if (before) await page.setViewportSize(before);
  return found;
}
