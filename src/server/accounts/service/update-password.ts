import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { users } from '#contract/users.ts';
import type { Locale } from '#locales/locales.ts';
import { passwordChangedMail } from '#server/accounts/mail.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { hashChosen } from './guessable.ts';
import { isPassword } from './password.ts';
import { revokeAccess } from './session.ts';

type Change = Input<(typeof users)['endpoints']['updatePassword']>['body'];

/** Changes one's own password; the other sessions end, and a mail says so. */
export async function updatePassword(house: House, session: Session, change: Change) {
  const { database, origin } = house;
  if (change.passwordNew !== change.passwordConfirm) throw new Failure('account.passwordMismatch');
  const person = await database.system((tx) =>
    tx.one(db.selectFrom('users').selectAll().where('id', '=', session.user)),
  );
  const before = person.password_hash;
  if (before === null) throw new Failure('account.noPassword');
  if (!(await isPassword(before, change.passwordCurrent))) {
    throw new Failure('account.login.invalid');
  }
  const { email } = person;
  const hash = await hashChosen({ password: change.passwordNew, field: 'passwordNew', email });
  await database.system(async (tx) => {
    const changed = await tx.run(
      db
        .updateTable('users')
        .set({ password_hash: hash })
        .where('id', '=', session.user)
        .where('password_hash', '=', before),
    );
    // Somebody else changed it meanwhile: what was proven is no longer the password.
    if (changed === 0) throw new Failure('account.login.invalid');
    await revokeAccess(tx, session.user, session.id);
    const to = {
      email,
      firstName: person.first_name,
      locale: person.locale as Locale,
    };
    await enqueue(tx, passwordChangedMail(to, origin()));
  });
}
