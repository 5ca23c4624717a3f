import { describe, expect, test } from 'vitest';
import { testApplication } from '#server/test/application.ts';

const product = await testApplication({ INSTANCES: '1' });
const mailing = await testApplication({ INSTANCES: '1', SMTP_URL: 'smtp://127.0.0.1:1' });
// Replaces the pages, which are not built here.
for (const { app } of [product, mailing]) app.setNotFoundHandler(async () => 'a page');

const visit = async ({ app }: typeof product, url: string, remoteAddress = '127.0.0.1') =>
  (await app.inject({ url, remoteAddress })).statusCode;

describe('a page of the sandbox', () => {
  const own = ['/sandbox/mail', '/sandbox/mail?to=a', '/sandbox/payments', '/SANDBOX/Mail'];
  const hosted = ['/sandbox/payments/portal/bps_1', '/sandbox/payments/authenticate?secret=a'];

  test.each([...own, ...hosted])('at %s is available on this machine', async (url) => {
    expect(await visit(product, url)).toBe(200);
  });

  test.each(own)('at %s answers 404 to visitors elsewhere', async (url) => {
    expect(await visit(product, url, '198.51.100.7')).toBe(404);
  });

  test.each(hosted)('at %s is open to all visitors with its URL', async (url) => {
    expect(await visit(product, url, '198.51.100.7')).toBe(200);
  });

  test('answers 404 where the real service is configured', async () => {
    expect(await visit(mailing, '/sandbox/mail')).toBe(404);
    expect(await visit(mailing, '/sandbox/payments')).toBe(200);
  });
});

describe('the preview of an email', () => {
  const sample = '/sandbox/mail/samples/en-US/verify.html';

  test('runs no script, loads only pictures and can be framed only by our pages', async () => {
    const { statusCode, headers } = await product.app.inject({ url: sample });
    expect(statusCode).toBe(200);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "img-src 'self' data:",
        "frame-ancestors 'self'",
        'sandbox allow-popups allow-popups-to-escape-sandbox',
      ]),
    );
    expect(policy.join()).not.toMatch(/script/);
  });

  test('is for this machine, and for a mailbox that exists', async () => {
    expect(await visit(product, sample, '198.51.100.7')).toBe(404);
    expect(await visit(mailing, sample)).toBe(404);
    expect(await visit(product, sample.replace('verify', 'unknown'))).toBe(404);
    expect(await visit(product, '/sandbox/mail/01890000-0000-7000-8000-000000000000.html')).toBe(
      404,
    );
  });
});

test.each([
  ['/sandbox/mail.json?to=%00', 400],
  ['/sandbox/payments.json?customer=%00', 400],
  ['/sandbox/payments/portal/%00.json', 404],
  ['/sandbox/payments/invoices/%00.pdf?key=a', 404],
  ['/sandbox/payments/invoices/in_1.pdf?key=%00', 400],
  ['/sandbox/payments/invoices/in_1.pdf', 404],
])('a URL with a NUL is refused: %s', async (url, status) => {
  expect(await visit(product, url)).toBe(status);
});
