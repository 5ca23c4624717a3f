import { UserType } from '#contract/access.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { newPassword } from '#contract/shapes.ts';
import { LoginType } from '#contract/statuses.ts';
import type { users } from '#contract/users.ts';
import { passwordChangedMail } from '#server/identity/accounts/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { toMailRecipient } from '#server/platform/mail/recipient.ts';
import { openedAccount, replacePasswordHash, setPasswordHash } from './account.ts';
import { passwordMatches, hashNewPassword } from './password.ts';
import { revokeAccess } from './session.ts';

type PasswordChange = HandlerInput<(typeof users)['endpoints']['updatePassword']>['body'];

/** Changes the caller's password, ends their other sessions and mails a notification (R-ACC-19, R-ACC-25). */
export async function updatePassword(
  context: AppContext,
  session: AuthSession,
  change: PasswordChange,
) {
  const { config, database } = context;
  if (change.passwordNew !== change.passwordConfirm) throw new Failure('account.passwordMismatch');
  const own = { id: session.user };
  const person = await database.account(own, (tx) => tx.one(openedAccount));
  const before = person.password_hash;
  if (before === null) throw new Failure('account.noPassword');
  if (!(await passwordMatches(before, change.passwordCurrent))) {
    throw new Failure('account.login.invalid');
  }
  const { email } = person;
  const hash = await hashNewPassword(config, {
    password: change.passwordNew,
    field: 'passwordNew',
    email,
  });
  await database.account(own, async (tx) => {
    // A concurrent change replaced the password that the caller proved.
    if (!(await replacePasswordHash(tx, before, hash))) throw new Failure('account.login.invalid');
    await revokeAccess(tx, session.user, session.id);
    await enqueueMail(tx, passwordChangedMail(toMailRecipient(person), context));
  });
}

type NewPasswordRequest = { userId: string; password: string };

/** Sets a user's password, ends their sessions and mails a notification; for the operator (R-OPR-03). */
export async function setPassword(context: AppContext, { userId, password }: NewPasswordRequest) {
  const { config, database } = context;
  const person = await database.account({ id: userId }, (tx) => tx.first(openedAccount));
  if (!person) throw new Failure('notFound');
  if (person.type === UserType.Admin) throw new Failure('account.cannotChangeAdminPassword');
  if (person.login_type === LoginType.Gmail) throw new Failure('account.noPassword');
  if (password.length < 8) throw new Failure('account.passwordTooShort');
  // The remaining errors: too long, or characters that are not allowed.
  if (!newPassword.safeParse(password).success) {
    throw new Failure('validation', { fields: { password: ['field.invalid'] } });
  }
  const hash = await hashNewPassword(config, { password, email: person.email });
  await database.account({ id: userId }, async (tx) => {
    if (!(await tx.first(openedAccount))) throw new Failure('notFound');
    await setPasswordHash(tx, hash);
    await revokeAccess(tx, userId);
    await enqueueMail(tx, passwordChangedMail(toMailRecipient(person), context));
  });
}
