import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

/** Returns true if a URL uses https. */
export const isHttps = (url: string | null | undefined) => /^https:/i.test(url ?? '');

/** Returns the Permissions-Policy of a page; `payment` lists the origins that may request payments. */
export const permissionsPolicy = (payment: string) =>
  `camera=(), microphone=(), geolocation=(), payment=(${payment})`;

/** Default headers of every reply, unless the route sets its own (R-SEC-10). */
const defaultHeaders = Object.entries({
  'x-content-type-options': 'nosniff',
  // Applies to replies that a browser shows as a document and that are not pages: nothing loads or runs.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy(''),
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks replies that never change, because their URL contains a content hash. */
    immutable?: true;
  }
}

const strictTransport = 'max-age=63072000';

/** Returns true for a host that may be a customer's domain, whose other subdomains are none of our business. */
const isForeign = ({ site }: FastifyRequest) =>
  site.kind === 'unknown' || (site.kind === 'organization' && site.isDomain);

/** Matches paths whose replies depend on the caller or the moment. */
const uncachedPaths = /^\/(api|hub|health|metrics|sandbox\/[^?]*\.json)\b/i;

/** Adds the default headers to every reply, and Strict-Transport-Security where visitors use https. */
export const addSecurityHeaders = (
  app: FastifyInstance,
  publicUrl: Config['publicUrl'] | undefined,
) =>
  app.addHook('onSend', async (request, reply) => {
    const { id, url, protocol, routeOptions } = request;
    reply.header('x-request-id', id);
    for (const [name, value] of defaultHeaders)
      if (!reply.hasHeader(name)) reply.header(name, value);
    if (protocol === 'https' || isHttps(publicUrl)) {
      const below = isForeign(request) ? '' : '; includeSubDomains';
      reply.header('strict-transport-security', `${strictTransport}${below}`);
    }
    const isFinal = routeOptions.config.immutable && reply.statusCode === 200;
    if (isFinal) reply.header('cache-control', 'public, max-age=31536000, immutable');
    else if (uncachedPaths.test(url)) reply.header('cache-control', 'no-store');
  });
