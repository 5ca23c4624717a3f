import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';

/**
 * Returns the page to which the identity provider of an organization sends the browser. Each has its own, so that a code
 * can't reach the provider of another one (RFC 9700 §4.4.2.2).
 */
export const callbackPathOf = (tenant: string) => `/account/sso/callback/${tenant}`;

/** Returns the page of an organization at which sign-ins begin, also those that its provider starts. */
export const initiatedPath = (organization: string) =>
  `/account/sso/${encodeURIComponent(organization)}`;

/** Page to which people return who have signed out at their identity provider. */
export const afterSignOutPath = '/account/login';

/** Returns the addresses that an identity provider is configured with; they never come from a request. */
export function addressesOf({ origin }: Pick<AppContext, 'origin'>, tenant: string) {
  const saml = `${origin()}/saml/${tenant}`;
  return {
    callback: `${origin()}${callbackPathOf(tenant)}`,
    signedOut: `${origin()}${afterSignOutPath}`,
    samlEntity: `${saml}/metadata`,
    samlResponse: `${saml}/response`,
    samlSignedOut: `${saml}/signed-out`,
    signIn: `${origin()}${initiatedPath(tenant)}`,
  };
}

const form = 'application/x-www-form-urlencoded';

/** Reads forms that the page of a provider posts. */
export const parseForm = (scope: FastifyInstance) =>
  scope.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
