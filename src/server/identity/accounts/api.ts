import type { accounts } from '#contract/accounts.ts';
import { signOutWithProvider } from '#server/identity/sso/service/sign-out.ts';
import { getUserRecord } from '#server/identity/users/service/user-record.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { correctEmail } from './service/correct-email.ts';
import { allowWriting, impersonate } from './service/impersonation.ts';
import { login } from './service/login.ts';
import { requestPasswordReset } from './service/password-reset.ts';
import { requestVerification } from './service/verification-mail.ts';
import { verifyAddress } from './service/verify.ts';

export const accountsApi = (context: AppContext): Omit<Handlers<typeof accounts>, 'register'> => ({
  login: ({ body, userAgent }) => login(context, body, userAgent),
  verify: ({ body, session, userAgent }) =>
    verifyAddress(context, { input: body, session, userAgent }),
  resendVerification: ({ body }) => requestVerification(context, body.email),
  correctEmail: ({ body }) => correctEmail(context, body),
  reset: ({ params }) => requestPasswordReset(context, params.email),
  impersonate: ({ session, params, body, userAgent }) =>
    impersonate(context, session, { ...params, ...body, userAgent }),
  allowWriting: async ({ session }) => {
    await allowWriting(context.database, session);
    const user = await getUserRecord(context.database, session.user);
    return {
      ...user,
      impersonatedBy: user.impersonatedBy && { ...user.impersonatedBy, readOnly: false },
    };
  },
  logout: ({ session }) => signOutWithProvider(context, session),
});
