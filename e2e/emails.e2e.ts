import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { loadAxe, runAxe } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { apiClientAt, defaultPriceId, registrationData } from '#e2e/support/users.ts';
import { locales } from '#locales/locales.ts';

const widths = [320, 480, 700];

type Sample = { kind: string; html: string };

/**
 * Shows each email in frames of these widths and returns the elements whose text is wider than their box or than
 * the frame.
 */
const cutOff = (page: Page, samples: Sample[]) =>
  page.evaluate(
    async ({ samples, widths }) => {
      const frames = widths.map((width) => {
        const frame = document.createElement('iframe');
        Object.assign(frame.style, { width: `${width}px`, height: '900px', border: '0' });
        document.body.append(frame);
        return frame;
      });
      const shown = (frame: HTMLIFrameElement, html: string) =>
        new Promise((loaded) => {
          frame.addEventListener('load', loaded, { once: true });
          frame.srcdoc = html;
        });
      const found = ({ contentDocument, offsetWidth }: HTMLIFrameElement) => {
        if (!contentDocument?.querySelector('h1')) return ['nothing is shown'];
        const isCut = (one: HTMLElement) =>
          one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline';
        const isOutside = (one: HTMLElement) => {
          const { left, right, width } = one.getBoundingClientRect();
          return width > 0 && (left < 0 || right > offsetWidth);
        };
        const parts = [
          ...contentDocument.querySelectorAll<HTMLElement>('td, th, p, h1, a, img'),
        ].filter((one) => isCut(one) || isOutside(one));
        const { scrollWidth } = contentDocument.documentElement;
        return [
          ...(scrollWidth > offsetWidth ? ['the page scrolls sideways'] : []),
          ...parts.map((one) => one.outerHTML),
        ];
      };
      const all: string[] = [];
      for (const { kind, html } of samples) {
        await Promise.all(frames.map((frame) => shown(frame, html)));
        for (const frame of frames) {
          all.push(...found(frame).map((what) => `${kind} at ${frame.offsetWidth} px: ${what}`));
        }
      }
      return all;
    },
    { samples, widths },
  );

for (const locale of locales) {
  test(`every email in ${locale} fits 320 to 700 px, and axe finds nothing, light and dark (R-REL-09)`, async ({
    page,
    server,
  }) => {
    const at = `${server.url}/sandbox/mail/samples/${locale}`;
    const kinds = (await (await fetch(`${at}.json`)).json()) as { kind: string }[];
    expect(kinds.length).toBeGreaterThan(20);
    const samples = await Promise.all(
      kinds.map(async ({ kind }) => ({
        kind,
        html: await (await fetch(`${at}/${kind}.html`)).text(),
      })),
    );
    expect(await cutOff(page, samples)).toEqual([]);
    // Languages share colors and structure: axe looks at each kind in two of them, light and dark.
    for (const [turn, colorScheme] of [
      [0, 'dark'],
      [2, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const own = samples.filter((_, index) => (index + locales.indexOf(locale)) % 4 === turn);
      for (const { kind, html } of own) {
        await page.setContent(html);
        await loadAxe(page);
        expect(await runAxe(page, [{}]), kind).toEqual([]);
      }
    }
  });
}

test('the mailbox shows an email as HTML and as text (R-GEN-01)', async ({ page, server }) => {
  const person = registrationData();
  await apiClientAt(server.url).accounts.register({
    body: {
      ...person,
      firstName: 'Ana',
      lastName: 'Souza',
      selectedSubscription: { subscriptionPriceId: await defaultPriceId(server.url, 'Pro') },
    },
  });
  await expect
    .poll(async () => (await fetch(`${server.url}/sandbox/mail.json?to=${person.email}`)).text())
    .toContain('account/verify');
  await page.goto('/sandbox/payments');
  await page.getByRole('link', { name: 'Caixa de correio' }).click();
  const message = page.getByRole('button', { name: person.email });
  await message.click();
  await expect(message).toHaveAttribute('aria-pressed', 'true');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('link', { name: 'Verificar minha conta' })).toBeVisible();
  // axe can't run in the frame, which allows no scripts; the tests above look at its content.
  await page.getByRole('tab', { name: 'Texto' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Texto' })).toContainText(
    'Verificar minha conta:',
  );
  await expectAccessible(page);
});
