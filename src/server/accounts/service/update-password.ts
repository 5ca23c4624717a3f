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

/** Changes the caller's password, ends their other sessions and mails a notice (R-ACC-19, R-ACC-25). */
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
    // A concurrent change replaced the password that the caller proved.
    if (!(await replacePasswordHash(tx, before, hash))) throw new Failure('account.login.invalid');
    await revokeAccess(tx, session.user, session.id);
    await enqueue(tx, passwordChangedMail(readerOf(person), origin()));
  });
}
