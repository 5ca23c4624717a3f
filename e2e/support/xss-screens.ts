import { expect, type Page } from '@playwright/test';
import type { XssFixture } from './xss-fixtures.ts';
import { evaluateSettled } from './xss-violations.ts';

/** Query parameters that our pages read; a new one must be added here (`xss.e2e.ts` checks). */
export const queryNames =
  'color columns coupon currency cursor delivery descending e email failed from i iss key kind lang link locale message month months pay period price product reason redirect return search secret sort state status t tab tenantId theme to token type undo until view'.split(
    ' ',
  );

/** Type of the user who opens the screen. */
type ScreenAudience = 'visitor' | 'owner' | 'operator';

export type Screen = { address: string; who: ScreenAudience };

const whoseOf = (address: string): ScreenAudience =>
  /^\/app\b/.test(address) ? 'owner' : /^\/admin\b/.test(address) ? 'operator' : 'visitor';

/** Puts a payload into each part of an address that a visitor can choose. */
const injectPayload = (address: string, payload: string) => {
  const path = address.replaceAll(/:\w+\??/g, () => encodeURIComponent(payload));
  return `${path}?${new URLSearchParams(queryNames.map((name) => [name, payload])).toString()}`;
};

/**
 * Returns every address for a world. Public ones carry a payload in each part; with `twice` the
 * app's ones carry one in the query in a second visit, because a filter may hide records.
 */
export const screensFor = (
  addresses: readonly string[],
  { payload, samples }: XssFixture,
  twice: boolean,
): Screen[] =>
  addresses.flatMap((address) => {
    const who = whoseOf(address);
    const short = address.replaceAll(/\/:\w+\?/g, '');
    const filled = samples[short] ?? (short.includes('/:') ? null : short);
    const asked = injectPayload(who === 'visitor' ? address : (filled ?? address), payload);
    const isShown = filled !== null && (twice || who !== 'visitor' || short.includes('/:'));
    const isAsked = twice || who === 'visitor';
    return [
      ...(isShown ? [{ address: filled, who }] : []),
      ...(isAsked ? [{ address: asked, who }] : []),
    ];
  });

/** React Router's data router, which the page exposes: navigates without a reload. */
type Routed = { __reactRouterDataRouter: { navigate: (path: string) => Promise<void> } };

/** Navigates without a reload, as people in the app do. */
export const navigateInApp = async (page: Page, address: string) => {
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.evaluate((path) => {
    const { __reactRouterDataRouter: router } = window as unknown as Routed;
    return router.navigate(path);
  }, address);
};

/** Opens a screen and waits until its content has loaded. */
export const openScreen = async (page: Page, { address, who }: Screen) => {
  if (who === 'visitor') await page.goto(address);
  else await navigateInApp(page, address);
  await evaluateSettled(
    page,
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(page.locator('[aria-busy=true], .animate-pulse'), address).toHaveCount(0);
};
