import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { identityTier } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { id } from '#contract/shapes.ts';
import {
  addressesOf,
  afterSignOutPath,
  callbackPathOf,
  initiatedPath,
  parseForm,
} from '#server/identity/sso/service/addresses.ts';
import { keepResponse } from '#server/identity/sso/service/requests.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import { loadSamlKeys } from './keys.ts';
import { responseSecret } from './received.ts';

/**
 * Size limit of a posted response, in bytes. The form adds a third to the XML by its Base64, and an encrypted assertion
 * another third: this fits 64 KiB of XML with encryption, of a person with a thousand groups.
 */
const bodyLimit = 128 * 1024;

const params = z.object({ tenant: id });
const schema = { hide: true, params };

/** Serves what a SAML provider of an organization needs, under `/saml` (R-SSO-10). */
export const serveSaml = (app: FastifyInstance, context: AppContext) =>
  app.register(async (scope) => {
    parseForm(scope);
    scope.get('/saml/:tenant/metadata', { schema }, async (request, reply) => {
      const tenant = await findTenant(context, (request.params as z.infer<typeof params>).tenant);
      const { serviceMetadata } = await import('./service-metadata.ts');
      const document = serviceMetadata(
        addressesOf(context, tenant),
        await loadSamlKeys(context, tenant),
      );
      return reply.type('application/samlmetadata+xml').send(document);
    });
    // A form of the provider's page: the browser carries on at ours, as with a code of OpenID Connect.
    scope.post('/saml/:tenant/response', { schema, bodyLimit }, async (request, reply) => {
      const { tenant } = request.params as z.infer<typeof params>;
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const [state, response] = [fields.get('RelayState') ?? '', fields.get('SAMLResponse') ?? ''];
      const sealed = await context.encryption.encrypt(responseSecret(tenant), response);
      const { code, isKept } = await keepResponse(context.database, {
        state,
        tenant,
        response: sealed,
      });
      // Never accepted: the page begins a sign-in of our own, which names this browser and our request (R-SSO-18).
      if (!isKept && (await isUnsolicited(response)))
        return reply.redirect(`${initiatedPath(tenant)}?from=provider`, 303);
      const query = new URLSearchParams({ state, code });
      return reply.redirect(`${callbackPathOf(tenant)}?${query}`, 303);
    });
    for (const method of ['GET', 'POST'] as const) {
      scope.route({
        method,
        url: '/saml/:tenant/signed-out',
        schema,
        bodyLimit,
        handler: async (request, reply) =>
          reply.redirect(await signedOutTarget(context, request), 303),
      });
    }
  });

/**
 * Returns where the browser goes from our logout endpoint: to the provider with the answer to its request, or to the sign-in
 * page, because who comes with the answer to ours has signed out here already, whatever it says.
 */
async function signedOutTarget(context: AppContext, request: FastifyRequest) {
  const { tenant } = request.params as z.infer<typeof params>;
  const [, query = ''] = request.url.split(/\?(.*)/s);
  const form = request.body instanceof URLSearchParams ? request.body : null;
  const isRequest = form ? form.has('SAMLRequest') : new URLSearchParams(query).has('SAMLRequest');
  if (!isRequest) return afterSignOutPath;
  const [{ answerLogout }, { readForm, readRedirect }] = await Promise.all([
    import('./logout.ts'),
    import('./logout-message.ts'),
  ]);
  const { log } = request;
  return answerLogout({ context, log }, tenant, () =>
    form ? readForm(form) : readRedirect(query),
  );
}

/** Returns true for a response that names no request: a sign-in that began at the provider's portal. */
async function isUnsolicited(encoded: string) {
  const { attributeOf, isElement, parseXml } = await import('./xml.ts');
  try {
    const response = parseXml(Buffer.from(encoded, 'base64').toString('utf8'));
    return (
      isElement(response, 'protocol', 'Response') && attributeOf(response, 'InResponseTo') === null
    );
  } catch {
    return false;
  }
}

/** Returns the organization if its plan has single sign-on. */
async function findTenant({ database }: AppContext, wanted: string) {
  const query = sql<{ tenant: TenantId | null }>`
    select app.tenant_with_tier(${wanted}::uuid, ${identityTier}) as tenant`;
  const [found] = await database.queryUnscoped(query);
  if (!found?.tenant) throw new Failure('notFound');
  return found.tenant;
}
