import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isReachable, type Config } from '#server/config.ts';

const timeoutMs = 5_000;
/** Larger than any discovery document, key set or metadata of one provider. */
const maxReplyBytes = 512 * 1024;

const agent = new RequestFilteringHttpsAgent({ maxSockets: 20 });

/** Part of `fetch` that requests to identity providers need. */
export type OutboundRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | null;
  signal?: AbortSignal | null;
};
export type OutboundFetch = (url: string, request?: OutboundRequest) => Promise<Response>;

/**
 * Returns the function for requests to addresses that owners of organizations enter (R-SSO-09). On a reachable server
 * it admits only https and public IP addresses, which it checks after the name is resolved, so that no request
 * reaches the operator's network. It follows no redirects and reads a bounded reply.
 */
export const createOutboundFetch = (config: Pick<Config, 'host' | 'publicUrl'>): OutboundFetch => {
  const isGuarded = isReachable(config);
  return (address, given = {}) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && (isGuarded || url.protocol !== 'http:')) {
      return Promise.reject(new TypeError('Only https is allowed'));
    }
    return send(url, given, isGuarded);
  };
};

const send = (url: URL, given: OutboundRequest, isGuarded: boolean) => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const { method = 'GET', headers = {}, body } = given;
  const signals = [AbortSignal.timeout(timeoutMs), ...(given.signal ? [given.signal] : [])];
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    headers,
    signal: AbortSignal.any(signals),
    ...(isGuarded && { agent }),
  });
  request.on('error', reject);
  request.on('response', (reply) => {
    const parts: Buffer[] = [];
    let size = 0;
    reply.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxReplyBytes) request.destroy(new Error('The reply is too large'));
      else parts.push(part);
    });
    reply.on('error', reject);
    reply.on('end', () => {
      const status = reply.statusCode ?? 0;
      const isEmpty = status === 204 || status === 304;
      const type = reply.headers['content-type'];
      resolve(
        new Response(isEmpty ? null : Buffer.concat(parts), {
          status,
          ...(type !== undefined && { headers: { 'content-type': type } }),
        }),
      );
    });
  });
  request.end(body ?? undefined);
  return promise;
};
