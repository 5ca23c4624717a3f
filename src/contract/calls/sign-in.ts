import { z } from 'zod';
import { anyone, inPerson, signedIn, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { email, mailedToken, opaqueText } from '#contract/shapes.ts';
import { signInReply } from '#contract/users.ts';
import { endedGrant, workingGrant } from './grants.ts';

/** How a person signs in: the address of the account and its other ways. */
export const signInMethods = subject('SignIn', {
  getOwn: {
    route: 'GET /SignIn/GetOwn',
    summary: 'How the signed-in person can sign in, and the address that awaits confirmation',
    access: signedIn,
    reply: z.object({
      hasPassword: z.boolean(),
      hasGoogle: z.boolean(),
      /** False without a Google client. */
      canLinkGoogle: z.boolean(),
      /** New address whose link has not been opened yet. */
      pendingEmail: z.string().nullable(),
    }),
  },
  getGrants: {
    route: 'GET /SignIn/GetGrants',
    summary:
      'Working access to organizations that the caller gave to programs and people, newest first',
    access: inPerson,
    reply: z.array(workingGrant),
  },
  requestEmail: {
    route: 'PUT /SignIn/RequestEmail',
    summary: 'Email a link to a new address, which becomes that of the account when it is opened',
    access: withStepUp(inPerson),
    limit: ['password', 'verification'],
    body: z.object({ email, password: opaqueText(128) }),
    errors: [
      'account.login.invalid',
      'account.login.exists',
      'account.login.unverified',
      'account.noPassword',
      'account.cannotChangeAdminEmail',
      'account.sameEmail',
    ],
  },
  confirmEmail: {
    route: 'POST /SignIn/ConfirmEmail',
    summary: 'Change the own address with the emailed token; the former one gets a link to undo it',
    access: inPerson,
    limit: 'token',
    body: z.object({ token: mailedToken }),
    reply: z.object({ email: z.string() }),
    errors: ['account.verify.invalid', 'account.login.exists'],
  },
  linkGoogle: {
    route: 'POST /SignIn/LinkGoogle',
    summary: 'Link a Google account, which then signs in as well',
    access: withStepUp(inPerson),
    limit: 'password',
    body: z.object({
      /** Google's ID token. */
      secretSignInKey: opaqueText(5_000),
      password: opaqueText(128),
    }),
    errors: [
      'account.login.invalid',
      'account.login.googleUnavailable',
      'account.login.unverified',
      'account.noPassword',
      'account.google.used',
      'account.google.invalid',
      'account.google.linked',
    ],
  },
  unlinkGoogle: {
    route: 'POST /SignIn/UnlinkGoogle',
    summary: 'Unlink the Google account; all other sessions end',
    access: withStepUp(inPerson),
    limit: 'password',
    body: z.object({ password: opaqueText(128) }),
    errors: ['account.login.invalid', 'account.noPassword'],
  },
  undoEmail: {
    route: 'POST /SignIn/UndoEmail',
    summary:
      'Restore the former address with the emailed token, end all sessions and start a reset',
    access: anyone,
    limit: 'token',
    body: z.object({ token: mailedToken }),
    reply: z.object({
      /** The restored address, which gets a link to set a new password. */
      email: z.string(),
      /** Access to organizations that was given since, and has ended. */
      ended: z.array(endedGrant),
    }),
    errors: ['account.verify.invalid'],
  },
  secure: {
    route: 'POST /SignIn/Secure',
    summary:
      'Secure the account with the emailed token of a sign-in: end all sessions and start a reset',
    access: anyone,
    limit: 'token',
    body: z.object({ token: mailedToken }),
    reply: z.object({
      /** The address of the account, which gets a link to set a new password. */
      email: z.string(),
      /** Access to organizations that was given since, and has ended. */
      ended: z.array(endedGrant),
    }),
    errors: ['account.verify.invalid'],
  },
  requestLink: {
    route: 'POST /SignIn/RequestLink',
    summary: 'Email a link that signs in, if an organization of the person allows it',
    access: anyone,
    limit: 'reset',
    body: z.object({ email }),
  },
  openLink: {
    route: 'POST /SignIn/OpenLink',
    summary: 'Sign in with the emailed token, once, within 15 minutes',
    access: anyone,
    limit: 'token',
    signsIn: true,
    body: z.object({ token: mailedToken }),
    reply: signInReply,
    errors: ['account.verify.invalid', 'account.secondFactorRequired'],
  },
});
