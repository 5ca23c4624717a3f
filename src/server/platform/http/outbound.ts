import { lookup as resolveName } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isReachable, type Config } from '#server/config.ts';
import { isPublicAddress } from './public-address.ts';

type Limits = {
  /** Milliseconds until the reply must have been read. */
  timeoutMs: number;
  maxReplyBytes: number;
  /** True: the rest of a larger reply is not read. False: a larger reply is refused. */
  isTruncated: boolean;
};

/** Larger than any discovery document, key set or metadata of one provider. */
const ofProviders: Limits = { timeoutMs: 5_000, maxReplyBytes: 512 * 1024, isTruncated: false };

/** Resolves a name; fails if one of its addresses isn't public. The socket connects to what was checked. */
const resolvePublicName: LookupFunction = (name, options, done) => {
  resolveName(name, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return done(error ?? new Error('The name has no address'), '');
    if (!found.every(({ address }) => isPublicAddress(address))) return done(notPublic(), '');
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

const notPublic = () => new Error('The address is not allowed: it is not public');

const agent = new Agent({ maxSockets: 20, lookup: resolvePublicName });

/** Part of `fetch` that requests to addresses of customers need. */
export type OutboundRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | null;
  signal?: AbortSignal | null;
};
export type OutboundFetch = (url: string, request?: OutboundRequest) => Promise<Response>;

/** Returns true if a server may request this address: one that others reach sends nothing unencrypted. */
export const isAllowedScheme = (url: URL, config: Pick<Config, 'host' | 'publicUrl'>) =>
  url.protocol === 'https:' || (url.protocol === 'http:' && !isReachable(config));

/**
 * Returns the function for requests to addresses that owners of organizations enter (R-SSO-09, R-WHK-05). On a
 * reachable server it admits only https and public IP addresses, which it checks after the name is resolved, so that
 * no request reaches the operator's network. It follows no redirects and reads a bounded reply.
 */
export function createOutboundFetch(
  config: Pick<Config, 'host' | 'publicUrl'>,
  limits: Limits = ofProviders,
): OutboundFetch {
  const isGuarded = isReachable(config);
  return (address, given = {}) => {
    const url = new URL(address);
    if (!isAllowedScheme(url, config)) {
      return Promise.reject(new TypeError('Only https is allowed'));
    }
    return send(url, given, { ...limits, isGuarded });
  };
}

function send(
  url: URL,
  given: OutboundRequest,
  { timeoutMs, maxReplyBytes, isTruncated, isGuarded }: Limits & { isGuarded: boolean },
) {
  // Node connects to an address without resolving it.
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (isGuarded && isIP(host) && !isPublicAddress(host)) return Promise.reject(notPublic());
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
    const finish = () => {
      const status = reply.statusCode ?? 0;
      const isEmpty = status === 204 || status === 304;
      const type = reply.headers['content-type'];
      resolve(
        new Response(isEmpty ? null : Buffer.concat(parts), {
          status,
          ...(type !== undefined && { headers: { 'content-type': type } }),
        }),
      );
    };
    reply.on('data', (part: Buffer) => {
      parts.push(part.subarray(0, maxReplyBytes - size));
      size += part.length;
      if (size <= maxReplyBytes) return;
      if (isTruncated) finish();
      request.destroy(new Error('The reply is too large'));
    });
    reply.on('error', reject);
    reply.on('end', finish);
  });
  request.end(body ?? undefined);
  return promise;
}
