import { chromium } from '@playwright/test';
import { chromiumPath } from '#tools/browser.ts';
import { freePort, temporaryFolder } from '#tools/kit/servers.ts';
import type { LighthouseResult } from './dependencies/index.js';
import { resultFor, type GoalResult } from './goals.ts';
import type { BenchSetup } from './setup.ts';

const landingPage = '/product';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Results of the landing page and of its bare version are medians of three runs; others need one. */
const runs = 3;

/** Runs Lighthouse once with its default throttled phone profile. */
async function auditPage(url: string, port: number) {
  const { lighthouse } = await import('./dependencies/index.js');
  const options = {
    port,
    output: 'json' as const,
    logLevel: 'error' as const,
    onlyCategories: [...categories],
    // Keeps the session of a signed-in visitor.
    disableStorageReset: true,
  };
  const { lhr } = (await lighthouse(url, options)) ?? {};
  if (!lhr || lhr.runtimeError)
    throw new Error(`${url}: ${lhr?.runtimeError?.message ?? 'failed'}`);
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const details = lhr.audits['network-requests']?.details;
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  return {
    scores: categories.map((name) => [name, score(name)] as const),
    performance: score('performance'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    requests: details?.items?.length ?? Number.NaN,
    complaints: complaintsOf(lhr).join(', '),
  };
}
type PageAudit = Awaited<ReturnType<typeof auditPage>>;

/** Returns the audits that cost points in the categories that must reach 100. */
const complaintsOf = ({ audits, categories: judged }: LighthouseResult) =>
  categories.slice(1).flatMap((name) =>
    (judged[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const lost = weight > 0 && (audits[id]?.score ?? 1) < 1;
      return lost ? [`${name}: ${audits[id]?.title ?? id}`] : [];
    }),
  );

/**
 * Measures public pages with Lighthouse (W13), and compares the landing page with a version without
 * script and pictures, the fastest possible.
 */
export async function measureLighthouse(setup: BenchSetup): Promise<GoalResult[]> {
  const { product, ceilings, measured } = setup;
  const port = await freePort();
  const { executablePath, args, env } = await chromiumPath();
  const debugging = [...args, `--remote-debugging-port=${port}`];
  await using stack = new AsyncDisposableStack();
  // The browser's own profile, in which Lighthouse opens its pages.
  const profile = temporaryFolder(stack, 'browser');
  const browser = stack.use(
    await chromium.launchPersistentContext(profile, { executablePath, env, args: debugging }),
  );
  const median = async (url: string, times: number) => {
    const audits: PageAudit[] = [];
    for (let run = 0; run < times; run += 1) audits.push(await auditPage(url, port));
    return audits.toSorted((a, b) => a.lcp - b.lcp)[Math.floor(times / 2)] as PageAudit;
  };
  const bare = await median(`${ceilings.origin}/same/bare${landingPage}`, runs);
  const landing = await median(`${product.origin}${landingPage}`, runs);
  const results = [...scoresOf(landingPage, landing, bare), ...besideBare(landing, bare)];
  for (const path of ['/pricing', '/blog']) {
    results.push(...scoresOf(path, await median(`${product.origin}${path}`, 1), bare));
  }
  const page = await browser.newPage();
  await page.goto(`${product.origin}/robots.txt`);
  await page.evaluate((token) => localStorage.setItem('id_token', token), measured.token);
  for (const path of ['/app/dashboard', '/app/transactions']) {
    results.push(...signedInResults(path, await median(`${product.origin}${path}`, runs)));
  }
  return results;
}

/** Returns the results of scores; performance is judged only where a bare page reaches 99. */
const scoresOf = (path: string, { scores, complaints }: PageAudit, bare: PageAudit) =>
  scores
    .filter(([name]) => name !== 'performance' || bare.performance >= 99)
    .map(([name, value]) => {
      const isSpeed = name === 'performance';
      const kind = { limit: isSpeed ? 97 : 100, unit: ' points', atLeast: true } as const;
      const more = isSpeed ? ({ timed: true } as const) : value < 100 && { detail: complaints };
      return resultFor(`P12 ${path}`)(`Lighthouse, ${name}`, value, { ...kind, ...more });
    });

/** Returns the results that compare the landing page with its bare version. */
function besideBare({ lcp, tbt, cls, requests }: PageAudit, bare: PageAudit): GoalResult[] {
  const result = resultFor(`P12 ${landingPage}`);
  const timed = true;
  return [
    result('LCP, of the bare page', lcp / bare.lcp, { limit: 1.25, unit: '×', timed }),
    result('TBT above the bare page', tbt - bare.tbt, { limit: 100, unit: ' ms', timed }),
    result('CLS', cls, { limit: 0.05, unit: '' }),
    result('requests', requests, { limit: 10, unit: ' requests' }),
  ];
}

/** Returns the results of a page of the app, which no search engine sees. */
function signedInResults(path: string, { performance, tbt, cls }: PageAudit): GoalResult[] {
  const result = resultFor(`P12 ${path}`);
  const points = { unit: ' points', atLeast: true, timed: true } as const;
  return [
    result('Lighthouse, performance', performance, { limit: 95, ...points }),
    result('TBT', tbt, { limit: 150, unit: ' ms', timed: true }),
    result('CLS', cls, { limit: 0, unit: '' }),
  ];
}
