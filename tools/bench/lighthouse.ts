import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumPath } from '#tools/browser.ts';
import type { Claim } from './goals.ts';
import type { Section } from './section.ts';
import type { Scene } from './stage.ts';

/** Public pages that are measured with a phone profile. */
const paths = ['/product', '/pricing', '/blog'];
const landingPage = '/product';
/** Landing page without its script and pictures. */
const floor = '/same/bare/product';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's results for a page. */
interface Look {
  path: string;
  /** Scores out of 100. */
  scores: Record<(typeof categories)[number], number>;
  /** Largest contentful paint and total blocking time, in ms. */
  lcp: number;
  tbt: number;
  cls: number;
  requests: number;
  /** Transferred bytes with headers. */
  bytes: number;
  /** Audits, other than speed, that keep a score below 100. */
  complaints: string[];
}

/** Runs of the landing page and of its bare version; other pages need one run. */
const runs = 3;

/**
 * Runs Lighthouse with its default throttled phone profile on pages (W13), and compares the landing page
 * with a version without script and pictures, the fastest possible.
 */
export async function measureWithLighthouse(
  { product, ceilings }: Scene,
  progress: (what: string) => void,
): Promise<Section> {
  const port = await freePort();
  const { executablePath, args, env } = await chromiumPath();
  const browser = await chromium.launch({
    executablePath,
    env,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    const looks = async (origin: string, path: string, times: number) => {
      const results: Look[] = [];
      for (let run = 1; run <= times; run += 1) {
        progress(`lighthouse: ${path}, run ${run}`);
        results.push(await look(`${origin}${path}`, path, port));
      }
      return middleOf(results);
    };
    const least = await looks(ceilings.origin, floor, runs);
    const found: Look[] = [];
    for (const path of paths) {
      found.push(await looks(product.origin, path, path === landingPage ? runs : 1));
    }
    return tell(found, least);
  } finally {
    await browser.close();
  }
}

/** Returns the run of median speed. */
const middleOf = (looks: Look[]) => {
  const sorted = looks.toSorted((a, b) => a.lcp - b.lcp);
  return sorted[Math.floor(sorted.length / 2)] as Look;
};

function tell(found: Look[], least: Look): Section {
  return {
    title: `Lighthouse's phone`,
    claims: found.flatMap((look) => [
      ...scoresOf(look, least),
      ...(look.path === landingPage ? besideBare(look, least) : []),
    ]),
    head: [
      'page',
      'speed',
      'access',
      'practice',
      'SEO',
      'LCP ms',
      'TBT ms',
      'CLS',
      'requests',
      'kB',
    ],
    rows: [...found, least].map(({ path, scores, lcp, tbt, cls, requests, bytes }) => [
      path,
      ...Object.values(scores),
      lcp,
      tbt,
      cls,
      requests,
      bytes / 1_000,
    ]),
    notes: found.flatMap(({ path, complaints }) => complaints.map((what) => `${path}: ${what}`)),
  };
}

/** Returns the claims for scores; performance is judged only where a bare page reaches 99. */
const scoresOf = ({ path, scores }: Look, least: Look) =>
  Object.entries(scores)
    .filter(([what]) => what !== 'performance' || least.scores.performance >= 99)
    .map(([what, value]): Claim => ({
      goal: `P12 ${path}`,
      what: `Lighthouse, ${what}`,
      value,
      limit: what === 'performance' ? 97 : 100,
      unit: 'points',
      atLeast: true,
      ...(what === 'performance' && { timed: true }),
    }));

/** Returns the claims that compare the landing page with its bare version. */
const besideBare = ({ path, lcp, tbt, cls, requests }: Look, least: Look): Claim[] => {
  const goal = `P12 ${path}`;
  return [
    {
      goal,
      what: 'LCP, of the bare page',
      value: lcp / least.lcp,
      limit: 1.25,
      unit: 'times',
      timed: true,
    },
    {
      goal,
      what: 'TBT above the bare page',
      value: tbt - least.tbt,
      limit: 100,
      unit: 'ms',
      timed: true,
    },
    { goal, what: 'CLS', value: cls, limit: 0.05, unit: '' },
    { goal, what: 'requests', value: requests, limit: 10, unit: 'requests' },
  ];
};

async function look(url: string, path: string, port: number): Promise<Look> {
  const answer = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
  });
  if (!answer || answer.lhr.runtimeError) {
    throw new Error(`Lighthouse: ${path} ${answer?.lhr.runtimeError?.message ?? 'failed'}`);
  }
  const { audits, categories: judged } = answer.lhr;
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: string) => Math.round((judged[category]?.score ?? 0) * 100);
  return {
    path,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    ...trafficOf(audits),
    complaints: complaintsOf(answer.lhr),
  };
}

const trafficOf = (audits: Result['audits']) => {
  const details = audits['network-requests']?.details;
  const items = details && 'items' in details && Array.isArray(details.items) ? details.items : [];
  const sizes = items.map((item) => Number((item as { transferSize?: number }).transferSize ?? 0));
  return { requests: sizes.length, bytes: sizes.reduce((total, size) => total + size, 0) };
};

/** Returns the audits that cost points in the categories that must reach 100. */
const complaintsOf = ({ audits, categories: judged }: Result) =>
  ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (judged[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const score = audits[id]?.score ?? 1;
      return weight > 0 && score < 1 ? [`${category}: ${audits[id]?.title ?? id}`] : [];
    }),
  );

const freePort = async () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0));
    });
  });
