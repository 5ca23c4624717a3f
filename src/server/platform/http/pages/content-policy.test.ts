import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, describe, expect, test } from 'vitest';
import { createApiClient } from '#contract/api-client.ts';
import { routes } from '#contract/routes.ts';
import { readConfig } from '#server/config.ts';
import { registerApiDocs } from '#server/platform/http/docs/docs.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { registerPages } from './pages.ts';

/** Checks the content security policy of pages (R-SEC-10, decision 6: scripts are allowed by hash). */
const noCalls = createApiClient(routes, async () => ({ status: 503, link: null, body: null }));

const helpers = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  GOOGLE_CLIENT_ID: 'us.apps.googleusercontent.com',
};

const serving = async (variables: Record<string, string>, address: string) => {
  const app = createHttp({ logLevel: 'silent', publicUrl: address });
  await registerApiDocs(app);
  const { site } = readConfig(variables);
  await registerPages(app, { dev: false, site, origin: () => address, apiFor: () => noCalls });
  return app;
};

await promisify(execFile)(process.execPath, ['tools/build.ts']);
const plain = await serving({}, 'http://localhost:3000');
const helped = await serving(helpers, 'https://pregao.example');
afterAll(() => Promise.all([plain.close(), helped.close()]));

const policyOf = async (url: string, at = helped) =>
  String((await at.inject({ url })).headers['content-security-policy']);

const selling = ['/app/organizations/new', '/app/settings/organization/subscription'];
const signingIn = ['/account/login', '/account/register'];
const others = [
  '/product',
  '/pricing',
  '/privacy',
  '/account/verify',
  '/account/forgot',
  '/invitation',
  '/invite/link',
  '/app/dashboard',
  '/admin/dashboard',
  '/sandbox/mail',
  '/nothing',
];

describe.each([...selling, ...signingIn, ...others, '/api/docs/', '/api/Nothing'])('%s', (url) => {
  test.each([
    ['with Stripe and Google', helped],
    ['without', plain],
  ])('has a policy without findings of CSP Evaluator, %s', async (_, app) => {
    const policy = await policyOf(url, app);
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    // STRICT_CSP findings remain: they only ask to review each allowed script origin.
    const doubts = findings.filter(({ severity }) => severity < Severity.STRICT_CSP);
    expect(doubts.map(({ directive, description }) => `${directive}: ${description}`)).toEqual([]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});

test('CSP Evaluator reports a policy with holes', () => {
  const holes = "script-src 'unsafe-inline' https:; default-src *";
  const severities = new CspEvaluator(new CspParser(holes).csp)
    .evaluate()
    .map(({ severity }) => severity);
  expect(severities).toContain(Severity.HIGH);
});

describe('third-party scripts', () => {
  const google = 'https://accounts.google.com/gsi/client';
  const stripe = 'https://js.stripe.com';

  test('from Google are allowed only on pages with its sign-in button', async () => {
    for (const url of signingIn) expect(await policyOf(url)).toContain(google);
    for (const url of [...selling, ...others]) expect(await policyOf(url)).not.toContain('google');
  });

  test('from Stripe are allowed only on pages that ask for a card (R-SUB-17)', async () => {
    const asking = [...selling, '/account/register'];
    for (const url of asking) expect(await policyOf(url)).toContain(stripe);
    const rest = [...others, '/account/login'];
    for (const url of rest) expect(await policyOf(url)).not.toContain('stripe');
  });

  test('are not allowed where neither is configured', async () => {
    for (const url of [...selling, ...signingIn, ...others]) {
      expect(await policyOf(url, plain)).not.toMatch(/https?:\/\//);
    }
  });
});

describe('Trusted Types allow two policies of the product only', () => {
  const enforced = "require-trusted-types-for 'script'; trusted-types default sanitised";

  test('on every page without third-party scripts', async () => {
    for (const url of others) expect(await policyOf(url)).toContain(enforced);
    for (const url of signingIn) expect(await policyOf(url, plain)).toContain(enforced);
  });

  test("except on pages with Stripe or Google, whose scripts don't support them", async () => {
    for (const url of [...selling, ...signingIn]) {
      expect(await policyOf(url)).not.toContain('trusted-types');
    }
  });
});

describe('violations of the policy are reported', () => {
  test('to the product, by report-uri and the Reporting API', async () => {
    const { headers } = await helped.inject('/app/dashboard');
    expect(headers['content-security-policy']).toMatch(/; report-uri \/csp-report; report-to csp$/);
    expect(headers['reporting-endpoints']).toBe('csp="/csp-report"');
  });

  test('by report-uri only without https, which the Reporting API requires', async () => {
    const { headers } = await plain.inject('/app/dashboard');
    expect(headers['content-security-policy']).toMatch(/; report-uri \/csp-report$/);
    expect(headers).not.toHaveProperty('reporting-endpoints');
  });
});
