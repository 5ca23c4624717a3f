import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { users } from '#contract/users.ts';
import { passwordChangedMail } from '#server/accounts/mail.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import { readerOf } from '#server/mail/names.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { account, replacePasswordHash } from './account.ts';
import { hashChosen } from './guessable.ts';
import { isPassword } from './password.ts';
import { revokeAccess } from './session.ts';

type Change = Input<(typeof users)['endpoints']['updatePassword']>['body'];

/** Changes one's own password; the other sessions end, and a mail says so. */
export async function updatePassword(house: House, session: Session, change: Change) {
  const { database, origin } = house;
  if (change.passwordNew !== change.passwordConfirm) throw new Failure('account.passwordMismatch');
  const own = { id: session.user };
  const person = await database.account(own, (tx) => tx.one(account));
  const before = person.password_hash;
  if (before === null) throw new Failure('account.noPassword');
  if (!(await isPassword(before, change.passwordCurrent))) {
    throw new Failure('account.login.invalid');
  }
  const { email } = person;
  const hash = await hashChosen({ password: change.passwordNew, field: 'passwordNew', email });
  await database.account(own, async (tx) => {
    // Somebody else changed it meanwhile: what was proven is no longer the password.
    if (!(await replacePasswordHash(tx, before, hash))) throw new Failure('account.login.invalid');
    await revokeAccess(tx, session.user, session.id);
    await enqueue(tx, passwordChangedMail(readerOf(person), origin()));
  });
}
