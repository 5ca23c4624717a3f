import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '#contract/caller.ts';
import { errorStatus, Failure, type ErrorCode } from '#contract/errors.ts';
import { BoundedQueue } from '#server/bounded-queue.ts';
import type { PublicSettings } from '#server/config.ts';
import { isSecure } from './headers.ts';
import { pageHeaders, trustScripts } from './page-headers.ts';
import { Page, PageStore, sendPage } from './page-store.ts';
import { hearPolicyReports } from './policy-reports.ts';
import { networkOf } from './visitor.ts';
import { builtWebApp, developedWebApp, type WebApp } from './web-app.ts';

type Options = Visited & {
  /** Pages straight from their sources, with hot reload. */
  dev: boolean;
  /** Whether it is counted how often browsers report what the policy of a page refused. */
  isLimited?: boolean;
};

/** What every visit is given. */
type Visited = {
  site: PublicSettings;
  /** Where visitors reach the product, without a trailing slash. */
  origin: () => string;
  /** The product's calls as the visitor of a request would make them. */
  apiFor: (request: FastifyRequest) => Api;
};

/** Renders a page; a visitor who leaves aborts it when it is for them alone. */
type Rendering = (request: FastifyRequest, signal?: AbortSignal) => Promise<Page>;

type Render = (request: FastifyRequest, reply: FastifyReply) => Promise<Page>;

/**
 * Serves the web app on every path that nothing else serves. `forget` drops the pages that are
 * kept: what they were made of has changed.
 */
export async function registerPages(
  app: FastifyInstance,
  { dev, isLimited = true, ...visited }: Options,
) {
  const store = new PageStore();
  const web = dev ? await developedWebApp(app) : await builtWebApp(app);
  const rendered = renderer(web, visited);
  const render: Render = dev
    ? (request, reply) => rendered(request, leaving(reply))
    : shared(store, web, inTurn(rendered));
  await hearPolicyReports(app, { origin: visited.origin, isLimited });
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) throw new Failure('notFound');
    return sendPage(request, reply, await render(request, reply));
  });
  return { forget: () => store.clear() };
}

/** Calls, the hub and files are no pages: what is missing among them is simply not found. */
const isPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|hub|assets|sandbox\/[^?]*\.json)\b/i.test(url);

/** Pages for one person, or for those who run the product: nobody shall find them by searching. */
const isPrivate = ({ url }: FastifyRequest) =>
  /^\/(app|admin|account|invitation|invite|sandbox)\b/i.test(url);

/** Pages whose address opens something to whoever has it. */
const isSecret = ({ url }: FastifyRequest) =>
  /^\/(account\/(verify|reset)|invitation|invite|sandbox\/payments\/(portal|authenticate))\b/i.test(
    url,
  );

/** The same page is asked for with HEAD as with GET: only its body is not sent. */
const toRequest = ({ url, headers }: FastifyRequest, signal: AbortSignal | undefined) => {
  const { cookie, accept } = headers;
  return new Request(`http://localhost${url}`, {
    headers: { ...(cookie && { cookie }), ...(accept && { accept }) },
    ...(signal && { signal }),
  });
};

const renderer =
  (web: WebApp, { site, origin, apiFor }: Visited): Rendering =>
  async (request, signal) => {
    // Marks what React Router writes; see `trustScripts`.
    const nonce = web.isBuilt ? randomBytes(16).toString('hex') : undefined;
    let refusal: ErrorCode | null = null;
    const answer = await web.answer(toRequest(request, signal), {
      api: apiFor(request),
      site,
      origin: origin(),
      siteScript: web.siteScript,
      nonce,
      report: (error) => {
        refusal = refusalOf(error);
        request.log.error({ err: error }, 'a page failed');
      },
    });
    // A loader whose call was refused is no bug: its page has the status of the refusal.
    const status = answer.status === 500 && refusal ? errorStatus[refusal] : answer.status;
    const rendered = await answer.text();
    const { html, hashes } = nonce
      ? trustScripts(rendered, nonce)
      : { html: rendered, hashes: null };
    const {
      'cache-control': caching = '',
      'page-loads': loads = '',
      ...own
    } = Object.fromEntries(answer.headers);
    // Several cookies are several headers.
    const cookies = answer.headers.getSetCookie();
    // A page without React needs no texts beside its own.
    const [path = ''] = request.url.split('?');
    const texts = hashes?.length ? web.textsOf(own['content-language'] ?? '', path) : [];
    const headers = {
      ...pageHeaders({
        hashes,
        loads: loadsOf(loads, site),
        isSecure: isSecure(origin()),
        isSecret: isSecret(request),
      }),
      ...((status === 429 || status === 503) && { 'retry-after': '1' }),
      ...(isPrivate(request) && { 'x-robots-tag': 'noindex' }),
      ...own,
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
      ...(texts.length > 0 && {
        link: texts.map((script) => `<${script}>; rel=modulepreload`).join(', '),
      }),
    };
    const seconds = answer.status === 200 ? Number(caching.match(/s-maxage=(\d+)/)?.[1] ?? 0) : 0;
    return new Page({ status, headers, body: html, seconds });
  };

/** The code of a refusal; the bundle of the pages has a `Failure` of its own. */
const refusalOf = (error: unknown): ErrorCode | null => {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && code in errorStatus ? (code as ErrorCode) : null;
};

/** What a page says that it loads, as far as that is configured. */
const loadsOf = (asked: string, site: PublicSettings) => ({
  pageViews: site.pageViews,
  pictures: site.blogPictures,
  forms: [site.contact, site.newsletter],
  takesCards: asked.includes('stripe') && site.stripePublishableKey !== null,
  showsGoogle: asked.includes('google') && site.googleClientId !== null,
});

/** Queries that a shared page may have; any other makes a page of its own. */
const sharedQuery = /^(\?((product|period|currency|lang)=[\w-]{0,40}(&|$))*)?$/;

/**
 * Keeps the pages whose route allows it with `Cache-Control: s-maxage`: whoever chose the same
 * language, theme and currency gets the same one.
 */
const shared =
  (store: PageStore, web: WebApp, render: Rendering): Render =>
  async (request, reply) => {
    const own = () => render(request, leaving(reply));
    const at = request.url.indexOf('?');
    const path = at < 0 ? request.url : request.url.slice(0, at);
    if (!sharedQuery.test(request.url.slice(path.length))) return own();
    const key = `${web.choicesKey(request.headers.cookie ?? '', path)} ${request.url}`;
    // Whoever asked first may leave: the others still wait for it.
    return (await store.shared(key, () => render(request))) ?? own();
  };

/** Aborted when the visitor has left: an expected failure, which nobody reads. */
const leaving = ({ raw }: FastifyReply) => {
  const abort = new AbortController();
  raw.once('close', () => abort.abort(new Failure('unavailable')));
  return abort.signal;
};

/**
 * Pages are rendered on the event loop on which everybody's calls are answered: few at a time, and
 * between two of them others have their turn.
 */
const rendering = () => new BoundedQueue({ concurrency: 2, waiting: { visitor: 20, total: 200 } });

/** Renders in the visitor's turn (`BoundedQueue`). */
const inTurn =
  (render: Rendering, queue = rendering()): Rendering =>
  (request, signal) =>
    queue.run(
      networkOf(request),
      async () => {
        const page = await render(request, signal);
        await setImmediate();
        return page;
      },
      signal,
    );
