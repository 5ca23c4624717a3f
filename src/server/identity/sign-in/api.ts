import type { signInMethods } from '#contract/calls/sign-in.ts';
import { listGrants } from '#server/identity/grants/service/end.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { confirmEmail, requestEmail } from './service/change-email.ts';
import { requestLink, signInByLink } from './service/email-link.ts';
import { secureAccount, undoEmail } from './service/give-back.ts';
import { linkGoogle, unlinkGoogle } from './service/link-google.ts';
import { getSignIn } from './service/sign-in-methods.ts';

export const signInApi = (context: AppContext): Handlers<typeof signInMethods> => ({
  getOwn: ({ session }) => getSignIn(context, session),
  requestEmail: ({ session, body }) => requestEmail(context, session, body),
  confirmEmail: ({ session, body }) => confirmEmail(context, session, body),
  linkGoogle: ({ session, body }) => linkGoogle(context, session, body),
  unlinkGoogle: ({ session, body }) => unlinkGoogle(context, session, body),
  requestLink: ({ body }) => requestLink(context, body),
  openLink: ({ body, userAgent }) => signInByLink(context, body, userAgent),
  getGrants: ({ session }) => listGrants(context.database, session),
  undoEmail: ({ body }) => undoEmail(context, body),
  secure: ({ body }) => secureAccount(context, body),
});
