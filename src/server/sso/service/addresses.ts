import type { AppContext } from '#server/app-context.ts';

/**
 * Returns the page to which the identity provider of an organization sends the browser. Each has its own, so that a code
 * can't reach the provider of another one (RFC 9700 §4.4.2.2).
 */
export const callbackPathOf = (tenant: string) => `/account/sso/callback/${tenant}`;

/** Page to which people return who have signed out at their identity provider. */
export const afterSignOutPath = '/account/login';

/** Returns the addresses that an identity provider is configured with; they never come from a request. */
export const addressesOf = ({ origin }: Pick<AppContext, 'origin'>, tenant: string) => {
  const saml = `${origin()}/saml/${tenant}`;
  return {
    callback: `${origin()}${callbackPathOf(tenant)}`,
    signedOut: `${origin()}${afterSignOutPath}`,
    samlEntity: `${saml}/metadata`,
    samlResponse: `${saml}/response`,
    samlSignedOut: `${saml}/signed-out`,
    signIn: `${origin()}/account/sso/${tenant}`,
  };
};
