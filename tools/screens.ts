/** Takes the pictures of the app that the product page shows (`node tools/screens.ts`). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { stop } from './bench/children.ts';
import { startProduct } from './bench/servers.ts';
import { chromiumPath } from './browser.ts';
import { editions, furnish, type Desk, type Edition } from './demonstration.ts';
import { root } from './files.ts';
import { run } from './run.ts';

const folder = join(root, 'src/web/pages/marketing/product/pictures');

/** Each screen in its own pixels; the page's `pictures.ts` knows the widths too. */
const screens = [
  {
    name: 'dashboard',
    path: '/app/dashboard',
    size: [1280, 720],
    scale: 1.25,
    widths: [800, 1600],
  },
  {
    name: 'transactions',
    path: '/app/transactions',
    size: [1280, 720],
    scale: 1.25,
    widths: [800, 1600],
  },
  { name: 'phone', path: '/app/dashboard', size: [390, 780], scale: 2, widths: [390, 780] },
] as const;

type Screen = (typeof screens)[number];
type Theme = 'dark' | 'light';
type Look = { origin: string; edition: Edition; desk: Desk; theme: Theme };

/** The trial's notice is not what the picture is about. */
const pastNotices = `scrollTo(0, document.querySelector('main h1').getBoundingClientRect().top - 96)`;

/** A screen as somebody of the desk sees it, as PNG. */
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
  await page.goto(origin + screen.path);
  await page.getByText(editions[edition].trades[0].description).first().waitFor();
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  await page.evaluate(pastNotices);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

/** AVIF in every width, and one WebP for browsers that know no AVIF. */
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
const dataDir = await mkdtemp(join(tmpdir(), 'pregao-screens-'));
const server = await startProduct('', dataDir);
const browser = await chromium.launch(await chromiumPath());
try {
  for (const edition of ['pt', 'en'] as const) {
    const desk = await furnish(server.origin, edition);
    for (const theme of ['dark', 'light'] as const) {
      for (const screen of screens) {
        const look = { origin: server.origin, edition, desk, theme };
        const picture = await take(browser, screen, look);
        await keep(picture, `${screen.name}-${theme}-${edition}`, screen.widths);
      }
    }
  }
} finally {
  await browser.close();
  await stop(server.child);
  await rm(dataDir, { recursive: true, force: true });
}
