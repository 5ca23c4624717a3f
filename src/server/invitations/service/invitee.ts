import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { invitations } from '#contract/invitations.ts';
import { newPassword } from '#contract/shapes.ts';
import type { Locale } from '#locales/locales.ts';
import type { UserRow } from '#server/accounts/service/account.ts';
import { passwordMatches, hashNewPassword } from '#server/accounts/service/password.ts';
import type { Config } from '#server/config.ts';
import type { AuthSession } from '#server/http/contract/guard.ts';
import { isDormantAccount } from '#server/invitations/rules.ts';

/** Request to accept an invitation. */
export type Acceptance = HandlerInput<(typeof invitations)['endpoints']['accept']> & {
  locale: Locale;
  session: AuthSession | null;
  userAgent: string;
};

/**
 * Verifies that the invited person accepts: by their session or their password. A dormant account has
 * neither yet; the mailed token proves its address, and the hash of the newly chosen password is returned.
 */
export const authenticateInvitee = async (
  config: Config,
  person: UserRow,
  { session, body }: Acceptance,
) => {
  if (session && session.user !== person.id) throw new Failure('invitation.wrongAccount');
  if (session) return null;
  if (isDormantAccount(person)) {
    return hashNewPassword(config, { password: chosenPassword(body), email: person.email });
  }
  if (!(await passwordMatches(person.password_hash, body.password ?? ''))) {
    throw new Failure('account.login.invalid');
  }
  return null;
};

const chosenPassword = ({ password, passwordConfirm }: Acceptance['body']) => {
  const chosen = newPassword.safeParse(password);
  if (!chosen.success) {
    const codes = chosen.error.issues.map(({ message }) => message as ErrorCode);
    throw new Failure('validation', { fields: { password: codes } });
  }
  if (chosen.data !== passwordConfirm) throw new Failure('account.passwordMismatch');
  return chosen.data;
};
