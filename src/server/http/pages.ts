import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '#contract/caller.ts';
import { Failure } from '#contract/errors.ts';
import type { PublicSettings } from '#server/config.ts';
import { isSecure } from './headers.ts';
import { pageHeaders, trustScripts } from './page-headers.ts';
import { Page, PageStore } from './page-store.ts';
import { hearPolicyReports } from './policy-reports.ts';
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
  const render = dev ? renderer(web, visited) : shared(store, web, renderer(web, visited));
  await hearPolicyReports(app, { origin: visited.origin, isLimited });
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) throw new Failure('notFound');
    const page = await render(request, reply);
    const { encoding, body } = await page.bodyFor(String(request.headers['accept-encoding'] ?? ''));
    reply.code(page.status).headers(page.headers);
    if (encoding) reply.header('content-encoding', encoding);
    return body.length === 0 ? reply.send() : reply.send(body);
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

const toRequest = ({ method, url, headers }: FastifyRequest, reply: FastifyReply) => {
  const abort = new AbortController();
  reply.raw.on('close', () => abort.abort());
  const { cookie, accept } = headers;
  return new Request(`http://localhost${url}`, {
    method,
    headers: { ...(cookie && { cookie }), ...(accept && { accept }) },
    signal: abort.signal,
  });
};

const renderer =
  (web: WebApp, { site, origin, apiFor }: Visited): Render =>
  async (request, reply) => {
    // Marks what React Router writes; see `trustScripts`.
    const nonce = web.isBuilt ? randomBytes(16).toString('hex') : undefined;
    const answer = await web.answer(toRequest(request, reply), {
      api: apiFor(request),
      site,
      origin: origin(),
      siteScript: web.siteScript,
      nonce,
      report: (error) => request.log.error({ err: error }, 'a page failed'),
    });
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
      ...(isPrivate(request) && { 'x-robots-tag': 'noindex' }),
      ...own,
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
      ...(texts.length > 0 && {
        link: texts.map((script) => `<${script}>; rel=modulepreload`).join(', '),
      }),
    };
    const seconds = answer.status === 200 ? Number(caching.match(/s-maxage=(\d+)/)?.[1] ?? 0) : 0;
    return new Page({ status: answer.status, headers, body: html, seconds });
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
  (store: PageStore, web: WebApp, render: Render): Render =>
  async (request, reply) => {
    const at = request.url.indexOf('?');
    const path = at < 0 ? request.url : request.url.slice(0, at);
    if (request.method !== 'GET' || !sharedQuery.test(request.url.slice(path.length))) {
      return render(request, reply);
    }
    const key = `${web.choicesKey(request.headers.cookie ?? '', path)} ${request.url}`;
    const kept = store.get(key);
    if (kept) return kept;
    const { generation } = store;
    const page = await render(request, reply);
    // Made of what has changed meanwhile, it is for this visitor alone.
    if (store.generation === generation) store.set(key, page);
    return page;
  };
