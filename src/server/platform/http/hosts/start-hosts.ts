import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { trustedProxiesOf } from '#server/platform/http/protection/proxies.ts';
import { createHosts, type FindAddress } from './hosts.ts';
import { serveCertificates } from './serve-certificates.ts';
import { serveHosts } from './serve-hosts.ts';

type Options = {
  config: Pick<Config, 'publicUrl' | 'trustedProxies'>;
  origin: () => string;
  find: FindAddress;
};

/** Serves each request for the site of its host, and tells the proxy which hosts get a certificate. */
export const startHosts = (app: FastifyInstance, { config, origin, find }: Options) => {
  const hosts = createHosts({
    origin,
    isPublic: config.publicUrl !== null,
    proxies: trustedProxiesOf(config.trustedProxies),
    find,
  });
  serveHosts(app, { hosts, origin });
  serveCertificates(app, hosts);
  return hosts;
};
