import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { startServer } from '#e2e/support/server.ts';

type Elsewhere = { url: string; heard: { url: string; body: string }[]; stop: () => void };

/** Starts another site, which receives forms and visitors. */
async function startElsewhere(): Promise<Elsewhere> {
  const heard: Elsewhere['heard'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { url = '' } = request;
      // Chromium requests an icon as well, at no fixed time.
      if (url !== '/favicon.ico') heard.push({ url, body });
      response.setHeader('content-type', 'text/html').end('<h1>Elsewhere</h1>');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, heard, stop: () => server.close() };
}

/** Playwright's `test` with a server where the optional features of the site are configured. */
const test = base.extend<object, { elsewhere: Elsewhere }>({
  elsewhere: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const elsewhere = await startElsewhere();
      await use(elsewhere);
      elsewhere.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ elsewhere }, use) => {
      const server = await startServer({
        CONTACT_URL: `${elsewhere.url}/contact`,
        NEWSLETTER_URL: `${elsewhere.url}/subscribe?list=1&EMAIL=`,
        SUPPORT_EMAIL: 'ajuda@example.com',
        COMMUNITY_URL: `${elsewhere.url}/chat`,
        DONATION_URL: `${elsewhere.url}/pix`,
        SOCIAL_TELEGRAM: `${elsewhere.url}/telegram`,
        SOCIAL_INSTAGRAM: `${elsewhere.url}/instagram`,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('the newsletter opens in a new window with the email appended, and the contact form sends its fields (R-SITE-04, R-SITE-05)', async ({
      page,
      elsewhere,
    }) => {
      await page.goto('/product');
      await page.getByLabel('Seu e-\u2060mail').fill('rita+1@example.com');
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Assinar' }).click();
      const popup = await opened;
      await expect(popup.getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
      expect(elsewhere.heard.at(-1)?.url).toBe('/subscribe?list=1&EMAIL=rita%2B1%40example.com');
      await expect(page).toHaveURL(/\/product$/);

      await page.goto('/contact');
      await page.getByLabel('Nome').fill('Rita Lima');
      await page.getByLabel('E-\u2060mail para a resposta').fill('rita@example.com');
      await page.getByLabel('Mensagem').fill('Uma pergunta');
      await page.getByRole('button', { name: 'Enviar' }).click();
      await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
      const sent = elsewhere.heard.at(-1);
      expect(sent?.url).toBe('/contact');
      expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
        name: 'Rita Lima',
        email: 'rita@example.com',
        message: 'Uma pergunta',
      });
    });
  });
}

test('the newsletter refuses an invalid address with an error at the field (R-SITE-04)', async ({
  page,
  elsewhere,
}) => {
  const before = elsewhere.heard.length;
  const answer = await page.goto('/newsletter?email=rita');
  expect(answer?.status()).toBe(400);
  await expect(page.getByRole('alert')).toHaveText('Houve um problema ao assinar a newsletter');
  await expect(page.getByLabel('Seu e-\u2060mail')).toHaveValue('rita');
  expect(elsewhere.heard).toHaveLength(before);
  await page.context().addCookies([{ name: 'locale', value: 'en-US', url: page.url() }]);
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(
    'There was a problem signin up to the newsletter',
  );
});

test('header, footer and contact link to the configured addresses only (R-SITE-07)', async ({
  page,
  elsewhere,
}) => {
  await page.goto('/contact');
  const leads = (name: string) => page.getByRole('link', { name, exact: true });
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Comunidade' })).toHaveAttribute(
    'href',
    `${elsewhere.url}/chat`,
  );
  await expect(banner.getByRole('link', { name: 'Doar' })).toHaveAttribute(
    'href',
    `${elsewhere.url}/pix`,
  );
  await expect(leads('ajuda@example.com')).toBeVisible();
  await expect(leads('Telegram')).toHaveCount(2);
  await expect(leads('Instagram')).toHaveCount(2);
  await expect(leads('Discord')).toHaveCount(0);
  await expect(leads('Twitter')).toHaveCount(0);
});
