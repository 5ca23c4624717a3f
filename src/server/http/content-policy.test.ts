import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, describe, expect, test } from 'vitest';
import { createCaller } from '#contract/caller.ts';
import { routes } from '#contract/routes.ts';
import { readConfig } from '#server/config.ts';
import { describeApi } from './docs.ts';
import { createHttp } from './http.ts';
import { registerPages } from './pages.ts';

/** What a page may load (reliability.md 5.4; decision 6: scripts are named by what they say). */
const noCalls = createCaller(routes, async () => ({ status: 503, link: null, body: null }));

const helpers = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  GOOGLE_CLIENT_ID: 'us.apps.googleusercontent.com',
};

const serving = async (variables: Record<string, string>, address: string) => {
  const app = createHttp({ logLevel: 'silent', publicUrl: address });
  await describeApi(app);
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
  ])('has a policy that CSP Evaluator has no doubt about, %s', async (_, app) => {
    const policy = await policyOf(url, app);
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    // What is left is a list to think about: every origin that scripts may come from.
    const doubts = findings.filter(({ severity }) => severity < Severity.STRICT_CSP);
    expect(doubts.map(({ directive, description }) => `${directive}: ${description}`)).toEqual([]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});

test('the judge finds what is wrong: a policy with holes is not passed', () => {
  const holes = "script-src 'unsafe-inline' https:; default-src *";
  const severities = new CspEvaluator(new CspParser(holes).csp)
    .evaluate()
    .map(({ severity }) => severity);
  expect(severities).toContain(Severity.HIGH);
});

describe('the scripts of others', () => {
  const google = 'https://accounts.google.com/gsi/client';
  const stripe = 'https://js.stripe.com';

  test('are Google’s where its button is, and nowhere else', async () => {
    for (const url of signingIn) expect(await policyOf(url)).toContain(google);
    for (const url of [...selling, ...others]) expect(await policyOf(url)).not.toContain('google');
  });

  test('are Stripe’s where a card is asked for, and nowhere else (section 2)', async () => {
    const asking = [...selling, '/account/register'];
    for (const url of asking) expect(await policyOf(url)).toContain(stripe);
    const rest = [...others, '/account/login'];
    for (const url of rest) expect(await policyOf(url)).not.toContain('stripe');
  });

  test('are nobody’s where neither is configured', async () => {
    for (const url of [...selling, ...signingIn, ...others]) {
      expect(await policyOf(url, plain)).not.toMatch(/https?:\/\//);
    }
  });
});

describe('text becomes elements by two policies of ours only (Trusted Types)', () => {
  const enforced = "require-trusted-types-for 'script'; trusted-types default sanitised";

  test('on every page without the scripts of others', async () => {
    for (const url of others) expect(await policyOf(url)).toContain(enforced);
    for (const url of signingIn) expect(await policyOf(url, plain)).toContain(enforced);
  });

  test('not where Stripe or Google draw: their scripts would not', async () => {
    for (const url of [...selling, ...signingIn]) {
      expect(await policyOf(url)).not.toContain('trusted-types');
    }
  });
});

describe('what is refused is reported', () => {
  test('to us, by each way that a browser may know', async () => {
    const { headers } = await helped.inject('/app/dashboard');
    expect(headers['content-security-policy']).toMatch(/; report-uri \/csp-report; report-to csp$/);
    expect(headers['reporting-endpoints']).toBe('csp="/csp-report"');
  });

  test('by the older way alone without https, which the other demands', async () => {
    const { headers } = await plain.inject('/app/dashboard');
    expect(headers['content-security-policy']).toMatch(/; report-uri \/csp-report$/);
    expect(headers).not.toHaveProperty('reporting-endpoints');
  });
});
