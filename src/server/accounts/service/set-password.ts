import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { newPassword } from '#contract/shapes.ts';
import { LoginType } from '#contract/users.ts';
import { passwordChangedMail } from '#server/accounts/mail.ts';
import type { AppContext } from '#server/app-context.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { toMailRecipient } from '#server/mail/recipient.ts';
import { openedAccount, setPasswordHash } from './account.ts';
import { hashNewPassword } from './password-policy.ts';
import { revokeAccess } from './session.ts';

type NewPasswordRequest = { userId: string; password: string };

/**
 * Sets a user's password; for the operator (R-OPR-03). Refuses operators and accounts that sign in with
 * Google. Ends the user's sessions and mails a notification.
 */
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
