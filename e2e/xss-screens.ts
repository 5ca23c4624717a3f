import { expect, type Page } from '@playwright/test';
import type { World } from './xss-world.ts';

/** Every name that a page of ours reads from a query; one that is new belongs here (`xss.e2e.ts` looks). */
export const queryNames =
  'color coupon currency cursor e email failed from i kind lang link locale month period price product redirect return search secret sort status t tab tenantId theme to type until'.split(
    ' ',
  );

/** Whose screen it is. */
type Who = 'visitor' | 'owner' | 'operator';

export type Screen = { address: string; who: Who };

const whoseOf = (address: string): Who =>
  /^\/app\b/.test(address) ? 'owner' : /^\/admin\b/.test(address) ? 'operator' : 'visitor';

/** A payload in every part of an address that is anybody's choice. */
const hostile = (address: string, payload: string) => {
  const path = address.replaceAll(/:\w+\??/g, () => encodeURIComponent(payload));
  return `${path}?${new URLSearchParams(queryNames.map((name) => [name, payload])).toString()}`;
};

/**
 * Every address as a world fills it. Those of visitors carry a payload in each of their parts, too; those
 * of the app in their query besides, when `twice`: what a query asks for hides what is there.
 */
export const screensOf = (
  addresses: readonly string[],
  { payload, samples }: World,
  twice: boolean,
): Screen[] =>
  addresses.flatMap((address) => {
    const who = whoseOf(address);
    const short = address.replaceAll(/\/:\w+\?/g, '');
    const filled = samples[short] ?? (short.includes('/:') ? null : short);
    const asked = hostile(who === 'visitor' ? address : (filled ?? address), payload);
    const isShown = filled !== null && (twice || who !== 'visitor' || short.includes('/:'));
    const isAsked = twice || who === 'visitor';
    return [
      ...(isShown ? [{ address: filled, who }] : []),
      ...(isAsked ? [{ address: asked, who }] : []),
    ];
  });

/** What React Router leaves in a page: the way to another one without a reload. */
type Routed = { __reactRouterDataRouter: { navigate: (path: string) => Promise<void> } };

/** Without a reload, as people in the app go. */
export const goInside = async (page: Page, address: string) => {
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.evaluate((path) => {
    const { __reactRouterDataRouter: router } = window as unknown as Routed;
    return router.navigate(path);
  }, address);
};

/** Opens a screen, and waits until it shows what it has. */
export const visit = async (page: Page, { address, who }: Screen) => {
  if (who === 'visitor') await page.goto(address);
  else await goInside(page, address);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(page.locator('[aria-busy=true], .animate-pulse'), address).toHaveCount(0);
};
