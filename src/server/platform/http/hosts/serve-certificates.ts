import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { hostNameOf } from './host-name.ts';
import type { Hosts } from './hosts.ts';

/** Path that a proxy asks before it obtains the certificate of a host (docs/operations.md). */
const certificatesPath = '/internal/certificates';

const query = z.object({ domain: z.string().max(255).default('') });

/**
 * Answers 200 if a host is the address of an organization or `www.` of the main one, else 404, without a body
 * (R-ADR-08), which a visit to the host shows anyway. Otherwise anyone could make the proxy request any number of certificates.
 */
export const serveCertificates = (app: FastifyInstance, hosts: Hosts) =>
  app.get(
    certificatesPath,
    { schema: { hide: true }, config: { kind: 'certificate' } },
    async (request, reply) => {
      const name = hostNameOf(query.safeParse(request.query).data?.domain);
      const { kind } = name === null ? { kind: 'unknown' } : await hosts.siteOf(name);
      return reply.code(kind === 'organization' || kind === 'www' ? 200 : 404).send();
    },
  );
