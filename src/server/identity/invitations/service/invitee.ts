import { inPerson } from '#contract/access.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { invitations } from '#contract/invitations.ts';
import { newPassword } from '#contract/shapes.ts';
import type { Locale } from '#locales/locales.ts';
import type { Config } from '#server/config.ts';
import type { UserRow } from '#server/identity/accounts/service/account.ts';
import { passwordMatches, hashNewPassword } from '#server/identity/accounts/service/password.ts';
import { assertNotDue, challengeIfDue } from '#server/identity/factors/service/begin-sign-in.ts';
import { isDormantAccount } from '#server/identity/invitations/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { assertInPerson } from '#server/platform/http/contract/permissions.ts';

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
export async function authenticateInvitee(
  config: Config,
  person: UserRow,
  { session, body }: Acceptance,
) {
  if (session && session.user !== person.id) throw new Failure('invitation.wrongAccount');
  if (session) assertInPerson(inPerson, session);
  if (session) return null;
  if (isDormantAccount(person)) {
    return hashNewPassword(config, { password: chosenPassword(body), email: person.email });
  }
  if (!(await passwordMatches(person.password_hash, body.password ?? ''))) {
    throw new Failure('account.login.invalid');
  }
  return null;
}

function chosenPassword({ password, passwordConfirm }: Acceptance['body']) {
  const chosen = newPassword.safeParse(password);
  if (!chosen.success) {
    const codes = chosen.error.issues.map(({ message }) => message as ErrorCode);
    throw new Failure('validation', { fields: { password: codes } });
  }
  if (chosen.data !== passwordConfirm) throw new Failure('account.passwordMismatch');
  return chosen.data;
}

/** Request to join by the link of an organization. */
export type JoinRequest = HandlerInput<(typeof invitations)['endpoints']['requestAccess']> & {
  locale: Locale;
  session: AuthSession | null;
};

/**
 * Verifies that the person of an existing account asks to join: by their session, or their password and the second
 * factor if one is due. Without an account the hash of the chosen password is returned.
 */
export async function authenticateJoiner(
  { config, database }: AppContext,
  person: UserRow | null,
  { session, body: { email, password } }: JoinRequest,
) {
  if (!person) {
    if (password) return hashNewPassword(config, { password, email });
    throw new Failure('validation', { fields: { password: ['field.required'] } });
  }
  const isOwn = session?.user === person.id;
  if (isOwn) assertInPerson(inPerson, session);
  if (!person.active || !(isOwn || (await passwordMatches(person.password_hash, password ?? '')))) {
    throw new Failure('account.login.invalid');
  }
  if (isOwn) return null;
  const first = { method: 'password', repeats: 1 } as const;
  assertNotDue(await database.account(person, (tx) => challengeIfDue(tx, person, first)));
  return null;
}
