import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { registerInBrowser, registrationData } from '#e2e/support/users.ts';
import { locales } from '#locales/locales.ts';

const widths = [320, 480, 700];
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Returns the elements whose text is wider than their box or than the window. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('td, th, p, h1, a, img')];
    const isCut = (one: HTMLElement) =>
      one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline';
    const isOutside = (one: HTMLElement) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && (left < 0 || right > innerWidth);
    };
    return [
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
      ...shown.filter((one) => isCut(one) || isOutside(one)).map((one) => one.outerHTML),
    ];
  });

for (const locale of locales) {
  test(`every email in ${locale} fits 320 to 700 px, and axe finds nothing, light and dark (R-REL-09)`, async ({
    page,
    server,
  }) => {
    const at = `${server.url}/sandbox/mail/samples/${locale}`;
    const samples = (await (await fetch(`${at}.json`)).json()) as { kind: string }[];
    expect(samples.length).toBeGreaterThan(20);
    for (const [index, { kind }] of samples.entries()) {
      await page.setContent(await (await fetch(`${at}/${kind}.html`)).text());
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await cutOff(page), `${kind} at ${width} px`).toEqual([]);
      }
      // Languages share colors and structure: axe looks at each kind in two of them, light and dark.
      const turn = (index + locales.indexOf(locale)) % 4;
      if (turn % 2 === 1) continue;
      await page.emulateMedia({ colorScheme: turn === 0 ? 'dark' : 'light' });
      const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        kind,
      ).toEqual([]);
    }
  });
}

test('the mailbox shows an email as HTML and as text (R-GEN-01)', async ({ page, server }) => {
  const person = registrationData();
  await registerInBrowser(page, person, 'Pro');
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
