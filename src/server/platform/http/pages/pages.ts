import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '#contract/api-client.ts';
import { errorStatus, isKnownCode, type ErrorCode } from '#contract/error-codes.ts';
import { Failure } from '#contract/errors.ts';
import type { PublicSettings } from '#server/config.ts';
import { BoundedQueue } from '#server/platform/bounded-queue.ts';
import { isHttps } from '#server/platform/http/protection/security-headers.ts';
import { networkOf, pageCookiesOf } from '#server/platform/http/visitor.ts';
import { RenderedPage, PageCache, sendPage } from './cache.ts';
import { pageHeaders, hashInlineScripts } from './headers.ts';
import { receivePolicyReports } from './policy-reports.ts';
import { loadBuiltWebApp, createDevWebApp, type WebApp } from './web-app.ts';
import { serveWellKnown } from './well-known.ts';

type PagesOptions = RenderContext & {
  /** True in development: renders pages from their sources, with hot reload. */
  dev: boolean;
  /** Folder for the assets of earlier builds; none are kept without it. */
  keptAssets?: string;
  /** Limits the rate of reports about content policies; true by default. */
  isLimited?: boolean;
  /** Requests that may wait for a render. */
  waiting?: typeof waitingRenders;
};

type RenderContext = {
  site: PublicSettings;
  /** Public URL of the product, without a trailing slash. */
  origin: () => string;
  /** Returns the API client with the identity of a request. */
  apiFor: (request: FastifyRequest) => Api;
};

/** Requests that may wait for a render: of one visitor, and in total. */
const waitingRenders = { visitor: 20, total: 200 };

/** Renders a page; the signal aborts it when its only visitor disconnects. */
type RenderPage = (request: FastifyRequest, signal?: AbortSignal) => Promise<RenderedPage>;

type Render = (request: FastifyRequest, reply: FastifyReply) => Promise<RenderedPage>;

/** Serves the web app on every other path; `forget` clears its cache after data changed. */
export async function registerPages(
  app: FastifyInstance,
  { dev, isLimited = true, keptAssets, waiting = waitingRenders, ...visited }: PagesOptions,
) {
  const store = new PageCache();
  const web = dev ? await createDevWebApp(app) : await loadBuiltWebApp(app, keptAssets ?? null);
  const rendered = createRenderer(web, visited);
  const render: Render = dev
    ? (request, reply) => rendered(request, abortOnClose(reply))
    : withCache(store, web, withQueue(rendered, waiting));
  await receivePolicyReports(app, { origin: visited.origin, isLimited });
  serveWellKnown(app, visited);
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) throw new Failure('notFound');
    const page = await render(request, reply);
    if (page.isUnknown && !isOfBrowser(request)) throw new Failure('notFound');
    return sendPage(request, reply, page);
  });
  return { forget: () => store.clear() };
}

/**
 * Returns false for calls, the hub and files: missing ones answer 404, not a page (R-APP-03). A browser that shows a file
 * requests an icon that no page names, `/favicon.ico`.
 */
const isPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !/^(image|script|style|font)$/.test(String(headers['sec-fetch-dest'])) &&
  !/^\/(api|hub|assets|\.well-known|sandbox\/[^?]*\.(json|html))(?![\w-])/i.test(url);

/**
 * Returns true if a request for an unknown path accepts a page and names no file: browsers are led to the dashboard, but
 * other software would parse the page as the document that it requested (R-APP-03, R-API-12).
 */
const isOfBrowser = ({ url, headers }: FastifyRequest) =>
  !/^[^?]*\.[a-z0-9]{1,8}\/?(\?|$)/i.test(url) &&
  /(text\/(html|\*)|\*\/\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers.accept ?? '*/*');

/** Returns true for pages of accounts and operators, which search engines must not index. */
const isPrivate = ({ url }: FastifyRequest) =>
  /^\/(app|admin|account|invitation|invite|pay|unsubscribe|sandbox)\b/i.test(url);

const isSecret = ({ url }: FastifyRequest) =>
  /^\/(account\/(verify|reset|email|link|secure)|invitation|invite|pay|unsubscribe|sandbox\/payments\/(portal|authenticate|invoices))\b/i.test(
    url,
  );

/** Returns true for the pages of the local stand-ins; links between them load no new document. */
const framesMail = ({ url }: FastifyRequest) => /^\/sandbox\/(mail|payments)\/?(\?|$)/i.test(url);

/** Page of every host that is no site. It works without scripts, as its path is not that in the browser. */
const unknownAddressPath = '/account/address';

/** Converts a request for React Router. HEAD renders like GET; only the body is not sent. */
function toWebRequest(request: FastifyRequest, signal: AbortSignal | undefined) {
  const { accept } = request.headers;
  const cookie = pageCookiesOf(request, request.site.owner?.locale);
  const url = request.site.kind === 'unknown' ? unknownAddressPath : request.url;
  return new Request(`http://localhost${url}`, {
    headers: { ...(cookie && { cookie }), ...(accept && { accept }) },
    ...(signal && { signal }),
  });
}

const createRenderer =
  (web: WebApp, { site: mainSite, origin, apiFor }: RenderContext): RenderPage =>
  async (request, signal) => {
    // Marks scripts that React Router renders; see `hashInlineScripts`.
    const nonce = web.isBuilt ? randomBytes(16).toString('hex') : undefined;
    let refusal: ErrorCode | null = null;
    const { owner } = request.site;
    // Google and payment providers know only the main site.
    const site = owner ? { ...mainSite, googleClientId: null } : mainSite;
    const answer = await web.answer(toWebRequest(request, signal), {
      api: apiFor(request),
      site,
      organization: owner?.organization ?? null,
      origin: origin(),
      siteScript: web.siteScript,
      nonce,
      report: (error) => {
        refusal = refusalCodeOf(error);
        // The call has logged its refusal, at a limited rate.
        if (!refusal) request.log.error({ err: error }, 'page rendering failed');
      },
    });
    // A refused call of a loader is no bug: its page gets the status of the refusal.
    const status = answer.status === 500 && refusal ? errorStatus[refusal] : answer.status;
    const rendered = await answer.text();
    const { html, hashes } = nonce
      ? hashInlineScripts(rendered, nonce)
      : { html: rendered, hashes: null };
    const {
      'cache-control': caching = '',
      'page-loads': loads = '',
      'page-unknown': isUnknown = '',
      ...own
    } = Object.fromEntries(answer.headers);
    // Each cookie needs a separate header.
    const cookies = answer.headers.getSetCookie();
    // Pages without React contain their texts already.
    const [path = ''] = request.url.split('?');
    const texts = hashes?.length ? web.textsOf(own['content-language'] ?? '', path) : undefined;
    const headers = {
      ...pageHeaders({
        hashes,
        loads: { ...loadsOf(loads, site), framesMail: framesMail(request) },
        isSecure: isHttps(origin()),
        isSecret: isSecret(request),
      }),
      ...((status === 429 || status === 503) && { 'retry-after': '1' }),
      ...(isPrivate(request) && { 'x-robots-tag': 'noindex' }),
      ...own,
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
      // The browser loads the texts of the page together with its code.
      ...(texts && { link: `<${texts}>; rel=modulepreload` }),
    };
    const seconds = answer.status === 200 ? Number(caching.match(/s-maxage=(\d+)/)?.[1] ?? 0) : 0;
    return new RenderedPage({ status, headers, body: html, seconds, isUnknown: isUnknown !== '' });
  };

/** Returns the code of a refusal; `instanceof` fails, as the page bundle has its own `Failure`. */
function refusalCodeOf(error: unknown): ErrorCode | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && isKnownCode(code) ? code : null;
}

/** Returns the third-party resources that a page declares, if they are configured. */
const loadsOf = (asked: string, site: PublicSettings) => ({
  pageViews: site.pageViews,
  pictures: site.blogPictures,
  forms: [site.contact, site.newsletter],
  takesCards: asked.includes('stripe') && site.stripePublishableKey !== null,
  showsGoogle: asked.includes('google') && site.googleClientId !== null,
});

/** Matches queries that the cache accepts; a page with any other query is rendered per request. */
const sharedQuery = /^(\?((product|period|currency|lang)=[\w-]{0,40}(&|$))*)?$/;

/** Caches pages whose route sends `s-maxage`, per language, theme and currency. */
const withCache =
  (store: PageCache, web: WebApp, render: RenderPage): Render =>
  async (request, reply) => {
    const own = () => render(request, abortOnClose(reply));
    const at = request.url.indexOf('?');
    const path = at < 0 ? request.url : request.url.slice(0, at);
    if (!sharedQuery.test(request.url.slice(path.length))) return own();
    const { kind, owner } = request.site;
    const choices = web.choicesKey(pageCookiesOf(request, owner?.locale), path);
    // A page of one organization must not be served at the address of another.
    const key = `${kind} ${owner?.tenant ?? ''} ${choices} ${kind === 'unknown' ? '' : request.url}`;
    // No abort signal: the first visitor may disconnect while others wait for the same render.
    return (await store.getOrRender(key, () => render(request))) ?? own();
  };

/** Returns a signal that aborts when the visitor disconnects, with a failure that is expected. */
function abortOnClose({ raw }: FastifyReply) {
  const abort = new AbortController();
  raw.once('close', () => abort.abort(new Failure('unavailable')));
  return abort.signal;
}

/**
 * Renders in the order of a queue, which is fair between visitors (`BoundedQueue`), as rendering shares the event
 * loop with all calls. React renders a
 * page in one piece; after each, no page is rendered for as long as the event loop was busy. A call
 * needs several iterations of the event loop, and so waits for one page instead of one in each.
 */
function withQueue(render: RenderPage, waiting: typeof waitingRenders): RenderPage {
  const queue = new BoundedQueue({ concurrency: 1, waiting });
  let pause = Promise.resolve();
  return (request, signal) =>
    queue.run(
      networkOf(request),
      async () => {
        await pause;
        const before = performance.eventLoopUtilization();
        try {
          return await render(request, signal);
        } finally {
          pause = sleep(performance.eventLoopUtilization(before).active);
        }
      },
      signal,
    );
}
