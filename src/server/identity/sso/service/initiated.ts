import type { FastifyInstance } from 'fastify';
import { initiatedPath, parseForm } from './addresses.ts';

/**
 * Serves the form of a login that the provider starts (OpenID Connect Core 4): the page of the organization reads the same
 * values in its address. Only the issuer counts: we continue at the provider of the organization, and then at our start
 * page, wherever the form wants to lead.
 */
export const serveInitiated = (app: FastifyInstance) =>
  app.register(async (scope) => {
    parseForm(scope);
    scope.post(
      '/account/sso/:organization',
      { schema: { hide: true }, bodyLimit: 16 * 1024 },
      async (request, reply) => {
        const { organization } = request.params as { organization: string };
        const form = request.body instanceof URLSearchParams ? request.body : null;
        const query = new URLSearchParams({ iss: form?.get('iss') ?? '' });
        return reply.redirect(`${initiatedPath(organization)}?${query}`, 303);
      },
    );
  });
