import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumPath } from '#tools/browser.ts';

/** The public pages that are judged as a phone would see them. */
const paths = ['/product', '/pricing', '/blog'] as const;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What Lighthouse says of a page; the middle of some runs. */
export interface LighthouseFinding {
  path: string;
  /** Out of 100. */
  scores: Record<(typeof categories)[number], number>;
  /** When the largest thing is painted, and for how long scripts block, in ms. */
  lcp: number;
  tbt: number;
  cls: number;
  requests: number;
  /** Over the wire, with heads. */
  bytes: number;
  /** What keeps a score from 100, beside speed. */
  complaints: string[];
}

const runs = 3;

/** Runs Lighthouse with its phone (throttled as it does by default) on each page, three times. */
export async function measureWithLighthouse(
  origin: string,
  progress: (what: string) => void,
): Promise<LighthouseFinding[]> {
  const port = await freePort();
  const { executablePath, args, env } = await chromiumPath();
  const browser = await chromium.launch({
    executablePath,
    env,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    const found: LighthouseFinding[] = [];
    for (const path of paths) {
      const results: LighthouseFinding[] = [];
      for (let run = 1; run <= runs; run += 1) {
        progress(`Lighthouse: ${path}, run ${run}`);
        results.push(await look(`${origin}${path}`, path, port));
      }
      const [, middle] = results.toSorted((a, b) => a.scores.performance - b.scores.performance);
      if (middle) found.push(middle);
    }
    return found;
  } finally {
    await browser.close();
  }
}

async function look(url: string, path: string, port: number): Promise<LighthouseFinding> {
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

/** The audits that cost points in the categories that must have all of them. */
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
