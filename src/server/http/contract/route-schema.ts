import { z } from 'zod';
import { changesVersioned, type Endpoint } from '#contract/endpoint.ts';
import { idempotencyHeaders } from './idempotency-key.ts';
import { ifMatchHeaders } from './if-match.ts';
import { uploadSchema } from './uploads.ts';

/** Returns the schemas of a route: they validate its input, serialize its replies and describe it in OpenAPI. */
export const schemaOf = (tag: string, endpoint: Endpoint) => ({
  tags: [tag],
  summary: endpoint.summary,
  ...(endpoint.params && { params: endpoint.params }),
  ...(endpoint.query && { querystring: endpoint.query }),
  ...(endpoint.body && { body: endpoint.body }),
  ...(endpoint.upload && uploadSchema),
  ...(endpoint.once && { headers: idempotencyHeaders }),
  ...(changesVersioned(endpoint) && { headers: ifMatchHeaders }),
  response: responseOf(endpoint),
});

const responseOf = ({ reply, file }: Endpoint) => {
  if (file) return { 200: z.any().describe('A file') };
  return reply ? { 200: reply } : { 204: z.undefined().describe('Done') };
};

/** Returns the address of the page that begins at this cursor. */
export const nextUrl = (url: string, cursor: string) => {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);
  return `${path}?${query.toString()}`;
};
