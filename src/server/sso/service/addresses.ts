import type { AppContext } from '#server/app-context.ts';

/** Page to which identity providers send the browser. */
export const callbackPath = '/account/sso/callback';

/** Page to which people return who have signed out at their identity provider. */
export const afterSignOutPath = '/account/login';

/** Returns the addresses that an identity provider is configured with; they never come from a request. */
export const addressesOf = ({ origin }: Pick<AppContext, 'origin'>, tenant: string) => {
  const saml = `${origin()}/saml/${tenant}`;
  return {
    callback: `${origin()}${callbackPath}`,
    signedOut: `${origin()}${afterSignOutPath}`,
    samlEntity: `${saml}/metadata`,
    samlResponse: `${saml}/response`,
    samlSignedOut: `${saml}/signed-out`,
    signIn: `${origin()}/account/sso/${tenant}`,
  };
};
