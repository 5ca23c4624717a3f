import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { trustedProxiesOf } from '#server/platform/http/protection/proxies.ts';
import { hostNameOf } from './host-name.ts';
import { createHosts, type FindAddress, type Hosts } from './hosts.ts';
import { serveHosts } from './serve-hosts.ts';

type Options = {
  config: Pick<Config, 'publicUrl' | 'trustedProxies'>;
  origin: () => string;
  find: FindAddress;
};

/** Serves each request for the site of its host, and tells the proxy which hosts get a certificate. */
export function startHosts(app: FastifyInstance, { config, origin, find }: Options) {
  const hosts = createHosts({
    origin,
    isPublic: config.publicUrl !== null,
    proxies: trustedProxiesOf(config.trustedProxies),
    find,
  });
  serveHosts(app, { hosts, origin });
  serveCertificates(app, hosts);
  return hosts;
}

/** Path that a proxy asks before it obtains the certificate of a host (docs/operations.md). */
const certificatesPath = '/internal/certificates';

const query = z.object({ domain: z.string().max(255).default('') });

/**
 * Answers 200 if a host is the address of an organization or `www.` of the main one, else 404, without a body
 * (R-ADR-08), which a visit to the host shows anyway. Otherwise anyone could make the proxy request any number of certificates.
 */
const serveCertificates = (app: FastifyInstance, hosts: Hosts) =>
  app.get(
    certificatesPath,
    { schema: { hide: true }, config: { kind: 'certificate' } },
    async (request, reply) => {
      const name = hostNameOf(query.safeParse(request.query).data?.domain);
      const { kind } = name === null ? { kind: 'unknown' } : await hosts.siteOf(name);
      return reply.code(kind === 'organization' || kind === 'www' ? 200 : 404).send();
    },
  );
