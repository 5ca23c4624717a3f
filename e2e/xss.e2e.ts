import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { operatorSession } from '#e2e/support/operator.ts';
import { routePaths } from '#e2e/support/routes.ts';
import { startServer } from '#e2e/support/server.ts';
import { restoreSession, type TestUser } from '#e2e/support/users.ts';
import { callsWithText } from '#e2e/support/xss-fields.ts';
import { createXssFixture, type XssFixture } from '#e2e/support/xss-fixtures.ts';
import { payloads } from '#e2e/support/xss-payloads.ts';
import {
  navigateInApp,
  queryNames,
  screensFor,
  openScreen,
  type Screen,
} from '#e2e/support/xss-screens.ts';
import { watchViolations, type ViolationWatch } from '#e2e/support/xss-violations.ts';
import { locales, type Locale } from '#locales/locales.ts';
import { ghostPost, startGhostSandbox } from '#sandbox/ghost/ghost.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';

const slugOf = (payload: string) => `xss-${payloads.indexOf(payload)}`;

/** A post in which every text, and part of its canonical address, is a payload. */
const hostilePost = (text: string) =>
  ghostPost(slugOf(text), {
    title: text,
    excerpt: text,
    custom_excerpt: text,
    html: `<p>Words.</p>${text}<a href="${text.replaceAll('"', '&quot;')}">a link</a>`,
    url: `https://ghost.example/?${text}#${text}`,
  });

type Ghost = Awaited<ReturnType<typeof startGhostSandbox>>;

const test = base.extend<object, { ghost: Ghost }>({
  ghost: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const ghost = await startGhostSandbox(payloads.map(hostilePost));
      await use(ghost);
      await ghost.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ ghost }, use) => {
      const server = await startServer({ GHOST_URL: ghost.url, GHOST_KEY: ghost.key });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.use({ screenshot: 'off' });

const many = repetitions(1, payloads.length);
const isLong = many === payloads.length;
const chosen = Array.from(
  { length: many },
  (_, at) => payloads[(seed + at) % payloads.length] ?? '',
);

/** Distributes the languages over the payloads, so that runs cover each screen in each of them. */
const languagesOf = (payload: string) =>
  isLong ? locales : [locales[(seed + payloads.indexOf(payload)) % locales.length] ?? 'pt-BR'];
const inLanguage = (screens: Screen[], locale: Locale, payload: string) => {
  const turn = locales.indexOf(locale) + payloads.indexOf(payload);
  return isLong ? screens.filter((_, at) => (at + turn) % locales.length === 0) : screens;
};

/** Sends the payload through the hub, which is not part of the contract. */
const chat = async (page: Page, payload: string) => {
  const message = page.getByRole('main').getByRole('textbox').last();
  await message.fill(payload);
  await message.press('Enter');
  const said = payload.replaceAll(/\s+/g, ' ').trim();
  await expect(page.getByRole('log')).toContainText(said);
};

type Visits = { seen: ViolationWatch; payload: string; screens: Screen[] };

const crawl = async (page: Page, { seen, payload, screens }: Visits) => {
  for (const screen of screens) {
    await openScreen(page, screen);
    if (screen.address === '/app/integrations/signalr') await chat(page, payload);
    await seen.look(page);
  }
};

/** Visits the screens of a signed-in user, without a reload after the first. */
const crawlAs = async (page: Page, who: Pick<TestUser, 'token' | 'tenant'>, visits: Visits) => {
  await restoreSession(page, who);
  await page.goto(visits.screens[0]?.who === 'operator' ? '/admin/dashboard' : '/app/dashboard');
  await crawl(page, visits);
};

/** Opens the post as a document and through client-side navigation. */
const readPost = async (page: Page, payload: string, seen: ViolationWatch) => {
  await page.goto(`/blog/${slugOf(payload)}`);
  await expect(page.getByText('Words.')).toBeVisible();
  await seen.look(page);
  await page.goto('/account/forgot');
  await navigateInApp(page, `/blog/${slugOf(payload)}`);
  await expect(page.getByText('Words.')).toBeVisible();
  await seen.look(page);
};

/** Renders mails in a reader that keeps scripts; no content policy applies there. */
const readMails = async (page: Page, { mails }: XssFixture, seen: ViolationWatch) => {
  await page.goto('about:blank');
  for (const { html } of mails) {
    await page.setContent(html);
    await seen.look(page);
  }
};

const parts = isLong ? 8 : 1;

test.describe('Stored and reflected XSS in every field and screen (R-SEC-10, R-SITE-06)', () => {
  test.describe.configure({ mode: isLong ? 'parallel' : 'default', timeout: isLong ? 0 : 120_000 });

  for (let part = 0; part < parts; part += 1) {
    test(`never runs (${part + 1} of ${parts})`, async ({ page, browser, server, mailTo }) => {
      const origin = server.url;
      const own = chosen.filter((_, at) => at % parts === part);
      const addresses = [...(await routePaths(page, /^\//)), '/lang/:lang'];
      const operator = await operatorSession(server);
      const member = await (
        await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
      ).newPage();
      const seen = await watchViolations([page.context(), member.context()], origin);
      let visits = 0;
      for (const payload of own) {
        const world = await createXssFixture({ origin, operator, mailTo, payload });
        const place =
          'make the call in e2e/support/xss-*.ts, or add it to `elsewhere` in e2e/support/xss-fields.ts';
        expect([...world.calls].toSorted(), place).toEqual(callsWithText.toSorted());
        const screens = screensFor(addresses, world, isLong);
        for (const locale of languagesOf(payload)) {
          const cookie = { name: 'locale', value: locale, url: origin };
          await Promise.all([page, member].map((of) => of.context().addCookies([cookie])));
          const now = inLanguage(screens, locale, payload);
          const by = (who: Screen['who']) => ({
            seen,
            payload,
            screens: now.filter((screen) => screen.who === who),
          });
          await crawl(page, by('visitor'));
          await crawlAs(member, world.owner, by('owner'));
          await crawlAs(member, operator, by('operator'));
          visits += now.length;
        }
        await readPost(page, payload, seen);
        const invoice = await page.request.get(world.invoice);
        const file = (await invoice.body()).toString('latin1');
        expect(file).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/);
        expect(file).not.toMatch(/\/(JavaScript|JS|OpenAction|Launch|URI)\b/);
        await readMails(page, world, seen);
        expect(seen.wrong, payload).toEqual([]);
        await world.clear();
      }
      expect(server.output()).not.toContain('content security policy violation');
      await member.context().close();
      const fields = `${callsWithText.length} calls, ${visits} visits of ${addresses.length} addresses`;
      figure(
        'xss',
        `${own.length} payloads in ${fields}, ${isLong ? 4 : 1} languages: 0 ran, 0 reports`,
      );
    });
  }

  test('the watcher notices a script that would run', async ({ page, server }) => {
    const seen = await watchViolations([page.context()], server.url);
    await page.goto('/account/login');
    const before = server.output().length;
    await page.evaluate(() => {
      const made = document.createElement('p');
      document.body.append(made);
      try {
        made.innerHTML = '<img src=x onerror=__pwned(0)>';
      } catch {
        // Only our Trusted Types policies can turn text into elements.
      }
      const link = document.createElement('a');
      link.href = 'javascript:__pwned(0)';
      document.body.append(link);
      link.click();
    });
    await seen.look(page);
    await expect.poll(() => seen.wrong.join('\n')).toMatch(/refused by script-src/);
    const reports = seen.wrong.join('\n');
    expect(reports).toMatch(/refused by require-trusted-types-for/);
    expect(reports).toMatch(/asleep on \/account\/login: javascript:/);
    await expect
      .poll(() => server.output().slice(before))
      .toMatch(
        /"page":"\/account\/login","directive":"script-src[^]*content security policy violation/,
      );
    await page.goto('about:blank');
    await page.setContent('<img src=x onerror=__pwned(0)>');
    await expect.poll(() => seen.wrong).toContain('it ran: 0');
  });
});

test('every query parameter that a page reads is covered', () => {
  const web = join(import.meta.dirname, '../src/web');
  const sources = globSync('**/*.{ts,tsx}', { cwd: web })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(web, path), 'utf8'));
  const read = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:query|params|searchParams)\.get\('(\w+)'\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(read).not.toEqual([]);
  const unknown = read.filter((name) => !queryNames.includes(name));
  expect(unknown, 'add the parameter to `queryNames`').toEqual([]);
});
