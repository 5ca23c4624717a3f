import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { injectAxe, colorRules, runAxe } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { observeLayoutShifts, takeLayoutShift } from '#e2e/support/layout-shift.ts';
import { findOverflows } from '#e2e/support/reflow.ts';
import { drawn, goWithoutReload, routePaths } from '#e2e/support/routes.ts';
import { createOperatorSamples, createSampleData, filled } from '#e2e/support/samples.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

test.beforeEach(({ page }) => observeLayoutShifts(page));

/** Opens an address; inside the app without a reload, as people do. */
const go = async (page: Page, address: string) => {
  if (/^\/(app|admin)\b/.test(address)) return goWithoutReload(page, address);
  await page.goto(address);
  await drawn(page);
};

/** The menu is the same on every page of an area: the first page shows it to axe. */
const menu = '#app-menu';

/** Returns the violations that axe finds on the page, in the dark and in the light theme. */
const judge = async (page: Page, except: string | null) => [
  ...(await runAxe(page, [{ theme: 'dark' }], { except })),
  ...(await runAxe(page, [{ theme: 'light' }], { rules: colorRules, except })),
];

/**
 * Returns the elements of the page with everything that its accessibility depends on but the words and the ids.
 * Screens that have the same elements give axe the same work.
 */
const outline = (page: Page) =>
  page.evaluate(() => {
    const valuesOf = (element: Element) =>
      [...element.attributes].map(({ name, value }) =>
        /^(class|style|role|type|tabindex|lang)$/.test(name) ? `${name}=${value}` : name,
      );
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const main = document.querySelector('main') ?? document.body;
    return [...main.querySelectorAll('*')]
      .map((element) => [element.localName, ...valuesOf(element), hasText(element)].join(' '))
      .join('\n');
  });

/** Highest layout shift of a page while it loads; search engines call up to 0.1 good. */
const maxLayoutShift = 0.02;

type Walk = {
  /** Values for the addresses with parameters. */
  samples?: Record<string, string>;
  /** Outlines of the screens that axe has seen, in this walk and in others. */
  seen?: Set<string>;
};

/**
 * Visits every address and returns what axe finds there, in both themes, what moved while the page was loading, and
 * where it slides sideways in a smaller window.
 */
const walk = async (
  page: Page,
  addresses: readonly string[],
  { samples = {}, seen = new Set() }: Walk = {},
) => {
  const visited = new Set<string>();
  const found: string[] = [];
  for (const address of addresses) {
    await go(page, filled(address, samples));
    const shift = await takeLayoutShift(page);
    const { pathname, search } = new URL(page.url());
    if (visited.has(pathname + search)) continue;
    const except = visited.size > 0 ? menu : null;
    visited.add(pathname + search);
    if (shift > maxLayoutShift) found.push(`${pathname}: layout shift ${shift.toFixed(3)}`);
    const shown = await outline(page);
    if (seen.has(shown)) continue;
    seen.add(shown);
    found.push(...(await findOverflows(page)).map((line) => `${pathname} slides ${line}`));
    await injectAxe(page);
    let lines = await judge(page, except);
    // The page may have started loading during the check: it is checked a second time.
    if (lines.length > 0) {
      await drawn(page);
      lines = await judge(page, except);
    }
    await takeLayoutShift(page);
    found.push(...lines.map((line) => `${pathname}: ${line}`));
  }
  return found;
};

test.describe('axe finds no WCAG 2.2 AA violation, nothing moves while loading or slides sideways (R-APP-11),', () => {
  test.describe.configure({ mode: 'parallel', timeout: 300_000 });

  test('on the public pages and the pages that emails link to', async ({
    page,
    server,
    mailTo,
  }) => {
    const { owner, guest, samples } = await createSampleData(server.url);
    await owner.api.accounts.reset({ params: { email: owner.email } });
    const mails = [await mailTo(guest.email), await mailTo(owner.email)];
    const mailed = mails.flatMap(({ links }) => links.slice(0, 1));
    expect(mailed).toHaveLength(2);
    expect(await walk(page, await routePaths(page, /^\/(?!app|admin)/), { samples })).toEqual([]);
    expect(await walk(page, mailed)).toEqual([]);
  });

  test('on the pages of owners on Unlimited and on Starter', async ({ page, server }) => {
    const { owner, samples } = await createSampleData(server.url);
    // The list of members reserves its place by the number of seats taken.
    for (const lastName of ['Alves', 'Costa', 'Dias', 'Melo', 'Nunes']) {
      const email = `${lastName.toLowerCase()}-${owner.email}`;
      const body = { email, firstName: 'Bia', lastName, role: Role.Guest };
      await owner.api.invitations.invite({ body });
    }
    const addresses = await routePaths(page, /^\/app/);
    const seen = new Set<string>();
    for (const person of [owner, await createVerifiedOwner(server.url, 'Starter')]) {
      await restoreSession(page, person);
      await page.goto('/app/dashboard');
      expect(await walk(page, addresses, { samples, seen })).toEqual([]);
    }
  });

  test('on the pages of the operator', async ({ page, server }) => {
    const samples = await createOperatorSamples(page, server);
    expect(await walk(page, await routePaths(page, /^\/admin/), { samples })).toEqual([]);
  });

  test('on the API reference, which has our theme and leads back to the site', async ({ page }) => {
    await page.goto('/api/docs');
    // Its sections load after the introduction and must not move it.
    await expect(page.locator('.tag-section-container').first()).toBeAttached({ timeout: 90_000 });
    expect(await takeLayoutShift(page)).toBeLessThanOrEqual(maxLayoutShift);
    await injectAxe(page);
    // Below our header are Scalar's elements, in our colors.
    const findings = async () => [
      ...(await runAxe(page, [{}], { within: 'header.bar' })),
      ...(await runAxe(page, [{}], { rules: colorRules })),
    ];
    await expect(page.locator('body')).toHaveClass(/dark-mode/);
    expect(await findings()).toEqual([]);
    await page.getByRole('button', { name: 'Mudar para o tema claro' }).click();
    await expect(page.locator('body')).toHaveClass(/light-mode/);
    expect(await findings()).toEqual([]);
    await page.getByRole('banner').getByRole('link', { name: 'Site', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });
});
