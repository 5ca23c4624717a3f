import { z } from 'zod';
import { type ApiScope, scopeOf } from '#contract/api-keys/scopes.ts';
import { changesVersioned, type Endpoint } from '#contract/endpoint.ts';
import { idempotencyHeaders } from './idempotency-key.ts';
import { ifMatchHeaders } from './if-match.ts';
import { uploadSchema } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scope that an API key needs; null if none may make the call. */
    scope?: ApiScope | null;
  }
}

/** Returns what else the guard and the parsers of bodies need to know of a route. */
export const configOf = (subject: string, endpoint: Endpoint) => ({
  scope: scopeOf(subject, endpoint),
  ...(endpoint.ignoresBody && { ignoresBody: true }),
  ...(endpoint.upload && { upload: true }),
});

/** Returns the schemas of a route: they validate its input, serialize its replies and describe it in OpenAPI. */
export const schemaOf = (tag: string, endpoint: Endpoint) => ({
  tags: [tag],
  summary: endpoint.summary,
  ...describeScope(scopeOf(tag, endpoint)),
  ...(endpoint.params && { params: endpoint.params }),
  ...(endpoint.query && { querystring: endpoint.query }),
  ...(endpoint.body && { body: endpoint.body }),
  ...(endpoint.upload && uploadSchema),
  ...(endpoint.once && { headers: idempotencyHeaders }),
  ...(changesVersioned(endpoint) && { headers: ifMatchHeaders }),
  response: responseOf(endpoint),
});

/** Describes which scope an API key needs for a call, and that other calls need the session of a person. */
const describeScope = (scope: ApiScope | null) =>
  scope && {
    description: `An API key needs the scope \`${scope}\`.`,
    security: ['session', 'apiKey'].map((scheme) => ({ [scheme]: [] })),
  };

function responseOf({ reply, file }: Endpoint) {
  if (file) return { 200: z.any().describe('A file') };
  return reply ? { 200: reply } : { 204: z.undefined().describe('Done') };
}

/** Returns the address of the page that begins at this cursor. */
export function nextUrl(url: string, cursor: string) {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);
  return `${path}?${query.toString()}`;
}
