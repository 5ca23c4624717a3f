import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { users } from '#contract/users.ts';
import { passwordChangedMail } from '#server/accounts/mail.ts';
import type { AppContext } from '#server/app-context.ts';
import type { AuthSession } from '#server/http/contract/guard.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { toMailRecipient } from '#server/mail/recipient.ts';
import { openedAccount, replacePasswordHash } from './account.ts';
import { hashNewPassword } from './password-policy.ts';
import { passwordMatches } from './password.ts';
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
