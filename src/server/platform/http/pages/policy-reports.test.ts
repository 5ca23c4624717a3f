import { afterAll, describe, expect, test } from 'vitest';
import { createHttp } from '#server/platform/http/http.ts';
import { receivePolicyReports } from './policy-reports.ts';

/** Checks the reports of browsers about content policies (R-SEC-10, R-SEC-15). */
const lines: string[] = [];
const app = createHttp({ logLevel: 'warn', logTo: { write: (line) => lines.push(line) } });
await receivePolicyReports(app, { origin: () => 'https://pregao.example', isLimited: true });
afterAll(() => app.close());

let visitors = 0;
/** Sends a report, from a separate network unless one is given. */
const report = async (body: unknown, { type = 'application/csp-report', from = '' } = {}) => {
  visitors += 1;
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: '/csp-report',
    remoteAddress: from || `10.0.0.${visitors}`,
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: statusCode, retryAfter: headers['retry-after'] };
};

const refused = () =>
  lines.splice(0).map((line) => (JSON.parse(line) as { refused: Record<string, unknown> }).refused);

const old = (change: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': 'https://pregao.example/account/verify?e=ana@example.com&t=secret-1',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?secret-2',
    'source-file': 'https://pregao.example/assets/entry-abc.js',
    'line-number': 7,
    'script-sample': 'secret-3',
    referrer: 'https://pregao.example/invite/secret-4',
    'original-policy': "default-src 'none'",
    ...change,
  },
});

const loggedReport = {
  page: '/account/verify',
  directive: 'script-src-elem',
  blocked: 'https://evil.example',
  source: '/assets/entry-abc.js',
  line: 7,
};

describe('A report about the content policy', () => {
  test('is logged in one line with page, directive and source', async () => {
    expect(await report(old())).toEqual({ status: 204 });
    expect(refused()).toEqual([loggedReport]);
  });

  test('may use the Reporting API, with several reports in one request', async () => {
    const body = {
      documentURL:
        'https://pregao.example/app/transactions/0190a3c1-0000-7000-8000-000000000000/edit',
      effectiveDirective: 'img-src',
      blockedURL: 'data',
      sourceFile: null,
      lineNumber: null,
    };
    const violation = { type: 'csp-violation', age: 1, url: body.documentURL, body };
    const type = 'application/reports+json';
    await report([violation, { type: 'deprecation', body: {} }, violation], { type });
    const line = { page: '/app/transactions/:/edit', directive: 'img-src', blocked: 'data' };
    expect(refused()).toEqual([
      { ...line, source: '', line: 0 },
      { ...line, source: '', line: 0 },
    ]);
  });

  test.each([
    ['https://pregao.example/invite/xN3vY0_Zsecret?x=secret', '/invite/:'],
    ['https://pregao.example/sandbox/payments/portal/bps_1secret', '/sandbox/payments/portal/:'],
    ['https://pregao.example/account/reset?t=secret#secret', '/account/reset'],
  ])('is logged without secrets of the URL: %s (R-SEC-12)', async (page, screen) => {
    await report(old({ 'document-uri': page, 'blocked-uri': page, 'source-file': page }));
    const [line] = refused();
    expect(line).toMatchObject({ page: screen, source: 'https://pregao.example' });
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  test.each([
    ['is about another site', old({ 'document-uri': 'https://evil.example/app' })],
    ['is no report', { hello: 'world' }],
    ['is a list without reports', [{ type: 1 }]],
  ])('is dropped when it %s', async (_, body) => {
    expect((await report(body)).status).toBe(204);
    expect(refused()).toEqual([]);
  });

  test('is refused if it is too large, malformed or of another type', async () => {
    expect((await report(old({ 'script-sample': 'x'.repeat(17 * 1024) }))).status).toBe(413);
    expect((await report('{')).status).toBe(400);
    expect((await report('a=1', { type: 'text/plain' })).status).toBe(415);
    expect(refused()).toEqual([]);
  });

  test("can't inject lines into the log", async () => {
    await report(old({ 'effective-directive': 'img-src\n{"level":60}', 'blocked-uri': 'a\nb' }));
    expect(refused()).toEqual([{ ...loggedReport, directive: 'img-src', blocked: '' }]);
  });

  test('is limited to thirty a minute per network', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => report(old(), { from: '192.0.2.1' })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(30);
    const late = answers.filter(({ status }) => status === 429);
    expect(late).toHaveLength(10);
    expect(Number(late[0]?.retryAfter)).toBeGreaterThan(0);
    expect(refused()).toHaveLength(30);
  });
});
