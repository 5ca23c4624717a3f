import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { organizationParameter } from '#contract/access.ts';
import { isServedAtAddress, normalizePath } from '#contract/calls/address-paths.ts';
import { Failure } from '#contract/errors.ts';
import { routeKindOf } from '#server/platform/http/protection/allowances.ts';
import type { Hosts, RequestedSite } from './hosts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Site that the request is for. */
    site: RequestedSite;
  }
}

const mainSite = { kind: 'main', name: null, owner: null } as const;

/** Declares the site of requests, which is the main one unless `serveHosts` establishes another. */
export function decorateSite(app: FastifyInstance) {
  app.decorateRequest('site');
  app.addHook('onRequest', async (request) => {
    request.site = mainSite;
  });
}

/** Routes that an organization's own address serves beside its pages. */
const sharedRoutes = /^\/(api|hub|csp-report|\.well-known)(\/|\?|$)/i;

/** Returns true for probes of the platform, files of the build and pictures: they are the same for every host. */
function isSameEverywhere(request: FastifyRequest) {
  const kind = routeKindOf(request);
  return kind === null || kind === 'asset' || kind === 'file' || kind === 'certificate';
}

/**
 * Establishes the site of each request. An organization's own address shows its sign-in page and the app, and leads to
 * the main site for all other pages (R-ADR-01); a host that is no site shows one page that says so, and answers
 * everything else with 421 (R-ADR-02).
 */
export function serveHosts(
  app: FastifyInstance,
  { hosts, origin }: { hosts: Hosts; origin: () => string },
) {
  app.addHook('onRequest', async (request, reply) => {
    if (isSameEverywhere(request) || /^\/metrics\b/i.test(request.url)) return;
    request.site = await hosts.siteOfRequest(request.raw);
    const { kind, owner } = request.site;
    if (kind === 'main') return;
    if (kind === 'www') return redirect(reply, mainUrl(origin(), request));
    // A route without a match is a page, which is rendered for its site, or missing.
    const isRoute = !request.is404;
    if (isRoute && (kind === 'unknown' || !sharedRoutes.test(request.url))) {
      throw new Failure('address.unknown');
    }
    const [path = '/'] = request.url.split('?');
    const isShared = isRoute || sharedRoutes.test(path) || isServedAtAddress(path);
    if (kind === 'unknown' || isShared) return;
    const url = mainUrl(origin(), request);
    // The main site would open the page for the organization that the person used there last (R-ORG-12).
    const isOfOne = owner && appPages.test(normalizePath(path));
    const named = isOfOne ? withParameter(url, `${organizationParameter}=${owner.tenant}`) : url;
    return redirect(reply, path === '/' ? '/account/login' : named);
  });
}

/** Pages that show one organization. */
const appPages = /^\/(app|account\/entry)(\/|$)/;

const withParameter = (url: string, parameter: string) =>
  `${url}${url.includes('?') ? '&' : '?'}${parameter}`;

/** Returns the URL of a page at the main site. A target without a slash would continue the name of its host. */
const mainUrl = (origin: string, { url }: FastifyRequest) =>
  `${origin}${url.startsWith('/') ? url : '/'}`;

/** Redirects to a fixed host; the path may hold a secret, which must not leak as the referrer. */
const redirect = (reply: FastifyReply, url: string) =>
  reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(url, 302);
