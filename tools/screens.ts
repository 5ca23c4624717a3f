/** Takes the screenshots of the app for the product page (`node tools/screens.ts`). */
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { chromiumPath } from './browser.ts';
import { editions, furnish, offer, type Desk, type Edition } from './demonstration.ts';
import { root } from './files.ts';
import { stop } from './kit/processes.ts';
import { startProduct, temporaryFolder } from './kit/servers.ts';
import { run } from './run.ts';

const folder = join(root, 'src/web/pages/marketing/product/pictures');

/** Screens with their size in pixels; the page's `pictures.ts` repeats the widths. */
const screens = [
  { name: 'dashboard', size: [1280, 800], scale: 1.25, widths: [800, 1600] },
  { name: 'transactions', size: [1280, 800], scale: 1.25, widths: [800, 1600] },
  { name: 'phone', size: [390, 780], scale: 2, widths: [390, 780] },
] as const;

type Screen = (typeof screens)[number];
type Theme = 'dark' | 'light';
type Look = { origin: string; edition: Edition; desk: Desk; theme: Theme };

/** Takes a screenshot as the demonstration's user, as PNG. */
async function take(browser: Browser, screen: Screen, { origin, edition, desk, theme }: Look) {
  const [width, height] = screen.size;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: screen.scale,
    reducedMotion: 'reduce',
  });
  await context.addCookies([
    { name: 'locale', value: editions[edition].locale, url: origin },
    { name: 'app-theme', value: `${theme}.red`, url: origin },
  ]);
  const page = await context.newPage();
  await page.goto(`${origin}/health/live`);
  await page.evaluate(
    ([token, tenant, background]) => {
      localStorage.setItem('id_token', token);
      localStorage.setItem('app-background', background);
      sessionStorage.setItem('tenant', tenant);
    },
    [desk.token, desk.tenant, theme] as const,
  );
  await page.goto(`${origin}/app/${screen.name === 'phone' ? 'dashboard' : screen.name}`);
  await page.getByText(editions[edition].trades[0].description).first().waitFor();
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

/** Writes AVIF in every width, and one WebP for browsers without AVIF. */
async function keep(picture: Buffer, name: string, widths: readonly number[]) {
  for (const width of widths) {
    const small = sharp(picture).resize({ width });
    await small
      .clone()
      .avif({ quality: 58, effort: 4 })
      .toFile(join(folder, `${name}-${width}.avif`));
    if (width !== widths[0]) continue;
    await small.webp({ quality: 78, effort: 6 }).toFile(join(folder, `${name}-${width}.webp`));
  }
}

await run('tools/build.ts', [], { show: true });
await using stack = new AsyncDisposableStack();
const DATA_DIR = temporaryFolder(stack, 'screens');
const { child, origin } = await startProduct(stack, { DATA_DIR });
const browser = await chromium.launch(await chromiumPath());
try {
  const priceId = await offer(origin);
  for (const edition of ['pt', 'en'] as const) {
    const desk = await furnish(origin, { edition, priceId });
    for (const theme of ['dark', 'light'] as const) {
      for (const screen of screens) {
        const look = { origin, edition, desk, theme };
        const picture = await take(browser, screen, look);
        await keep(picture, `${screen.name}-${theme}-${edition}`, screen.widths);
      }
    }
  }
} finally {
  await browser.close();
  await stop(child);
}
