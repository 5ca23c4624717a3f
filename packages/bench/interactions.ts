import { chromium, type Page } from '@playwright/test';
import { chromiumPath } from '#tools/browser.ts';
import { resultFor, type GoalResult } from './goals.ts';
import type { BenchSetup } from './setup.ts';

/** A slow phone, as Lighthouse's mobile preset: its screen, and a CPU four times slower. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'en-US',
};
const slowdown = 4;

/** Median runs: the garbage collection of one does not judge the page. */
const runs = 3;

/** Records the duration of each interaction, from input to the next paint (web.dev/inp). */
function recordInteractions() {
  const durations = new Map<number, number>();
  Object.assign(globalThis, { durations });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId: id = 0 } = entry as { interactionId?: number };
      if (id) durations.set(id, Math.max(durations.get(id) ?? 0, entry.duration));
    }
  });
  const options = { type: 'event', durationThreshold: 16, buffered: true };
  observer.observe(options as Parameters<typeof observer.observe>[0]);
}

/** Returns the longest interaction since the last call, in ms. */
async function longest(page: Page) {
  // Entries come after the paint.
  await page.waitForTimeout(500);
  return page.evaluate(() => {
    const { durations } = globalThis as unknown as { durations: Map<number, number> };
    const found = Math.max(0, ...durations.values());
    durations.clear();
    return found;
  });
}

type Steps = Record<string, (page: Page) => Promise<unknown>>;

/** Interactions with a list, as taps and keys. */
const steps: Steps = {
  search: async (page) => {
    const box = page.getByRole('searchbox', { name: 'Search' });
    await box.tap();
    await box.pressSequentially('order', { delay: 80 });
    await page.waitForURL(/search=order/);
  },
  sort: async (page) => {
    await page.getByRole('button', { name: 'Sort by' }).tap();
    await page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name: 'Price' }).tap();
    await page.waitForURL(/sort=price/);
    await page.keyboard.press('Escape');
  },
  filter: async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    await page
      .getByRole('group', { name: 'Filter' })
      .getByRole('button', { name: 'Quantity' })
      .tap();
    const editor = page.getByRole('dialog', { name: 'Quantity' });
    await editor.getByLabel('From').pressSequentially('5', { delay: 80 });
    await editor.getByRole('button', { name: 'Apply' }).tap();
    await page.waitForURL(/quantityFrom=5/);
  },
  'load more': async (page) => {
    for (let time = 0; time < 3; time += 1) {
      await page.keyboard.press('End');
      await page.waitForTimeout(700);
    }
    await page.keyboard.press('Home');
  },
  select: async (page) => {
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    const boxes = page.getByRole('checkbox', { name: /^Select Order/ });
    for (let row = 0; row < 3; row += 1) await boxes.nth(row).tap();
    await page.getByRole('button', { name: 'Clear selection' }).tap();
  },
  'open record': async (page) => {
    await page.getByRole('table').getByRole('link').first().tap();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  },
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('trans', { delay: 80 });
    await page.keyboard.press('Escape');
  },
};

/** Measures how soon the list of the largest organization responds on a slow phone (INP). */
export async function measureInteractions({ product, data }: BenchSetup): Promise<GoalResult[]> {
  const { executablePath, args, env } = await chromiumPath();
  await using stack = new AsyncDisposableStack();
  const browser = stack.use(await chromium.launch({ executablePath, env, args }));
  const { tenant, tokens } = data.largest;
  const found = new Map<string, number[]>();
  for (let run = 0; run < runs; run += 1) {
    await using context = await browser.newContext({ ...phone, baseURL: product.origin });
    await context.addInitScript(recordInteractions);
    const page = await context.newPage();
    await page.goto('/robots.txt');
    await page.evaluate(
      ([token, id]) => {
        localStorage.setItem('id_token', token);
        sessionStorage.setItem('tenant', id);
      },
      [tokens[0] ?? '', tenant] as const,
    );
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto('/app/transactions');
    await page.getByRole('table').getByRole('link').first().waitFor();
    for (const [name, step] of Object.entries(steps)) {
      await step(page);
      found.set(name, [...(found.get(name) ?? []), await longest(page)]);
    }
  }
  return [...found].map(([name, times]) => {
    const median = times.toSorted((a, b) => a - b)[runs >> 1] ?? Number.NaN;
    const kind = { limit: 200, unit: ' ms', timed: true } as const;
    return resultFor('P13 INP on a slow phone')(`${name}: longest interaction`, median, kind);
  });
}
