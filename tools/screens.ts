/** Takes the screenshots of the app for the product page: `node tools/screens.ts`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { chromiumPath } from './browser.ts';
import { editions, furnish, offer, type Edition } from './demo/demonstration.ts';
import { root } from './files.ts';
import type { OwnerAccount } from './kit/organizations.ts';
import { startProduct } from './kit/servers.ts';
import { run } from './run.ts';

const folder = join(root, 'src/web/pages/marketing/product/pictures');

const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.25 };
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 };

/** Screens with the widths of their pictures in pixels, which the page's `pictures.ts` repeats. */
const screens = [
  { name: 'dashboard', path: 'dashboard', device: desktop, widths: [800, 1600] },
  { name: 'transactions', path: 'transactions', device: desktop, widths: [800, 1600] },
  { name: 'phone', path: 'dashboard', device: phone, widths: [390, 780] },
  { name: 'phone-list', path: 'transactions', device: phone, widths: [390, 780] },
];

type Screen = (typeof screens)[number];
type Theme = 'dark' | 'light';
type Look = { origin: string; edition: Edition; desk: OwnerAccount; theme: Theme };

/** Takes a screenshot as the demonstration's user, as PNG. */
async function take(browser: Browser, screen: Screen, { origin, edition, desk, theme }: Look) {
  await using context = await browser.newContext({
    ...screen.device,
    reducedMotion: 'reduce',
  });
  await context.addCookies([
    { name: 'locale', value: edition, url: origin },
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
  await page.goto(`${origin}/app/${screen.path}`);
  await page
    .getByText(editions[edition].trades[0] ?? '')
    .first()
    .waitFor();
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
  // The browser loads a font when it draws its letters, which may be later than `fonts.ready`.
  await page.evaluate(
    `Promise.all([400, 600].map((weight) => document.fonts.load(weight + ' 16px Hind', 'क')))`,
  );
  return await page.screenshot();
}

/** Writes AVIF in every width, and one WebP for browsers without AVIF. */
async function keep(picture: Buffer, name: string, widths: number[]) {
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
const { origin } = await startProduct(stack);
await using browser = await chromium.launch(await chromiumPath());
const priceId = await offer(origin);
for (const edition of Object.keys(editions) as Edition[]) {
  await mkdir(join(folder, edition), { recursive: true });
  const desk = await furnish(origin, { edition, priceId });
  for (const theme of ['dark', 'light'] as const) {
    for (const screen of screens) {
      const picture = await take(browser, screen, { origin, edition, desk, theme });
      await keep(picture, `${edition}/${screen.name}-${theme}-${edition}`, screen.widths);
    }
  }
}
