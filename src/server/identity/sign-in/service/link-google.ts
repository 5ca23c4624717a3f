import { Failure } from '#contract/errors.ts';
import { LoginType } from '#contract/statuses.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { passwordMatches } from '#server/identity/accounts/service/password.ts';
import { revokeAccess } from '#server/identity/accounts/service/session.ts';
import { issueAddressToken } from '#server/identity/accounts/service/token.ts';
import { googleLinkedMail, googleUnlinkedMail } from '#server/identity/sign-in/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { db } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { toMailRecipient } from '#server/platform/mail/recipient.ts';

type LinkRequest = { secretSignInKey: string; password: string };

/**
 * Links the Google account of an ID token to the caller's account after checking the password (R-ACC-33). Its address
 * may be another one. Refuses a Google account that signs in elsewhere, and unverified accounts: their address may be
 * another person's, who would later share the account with this one.
 */
export async function linkGoogle(
  context: AppContext,
  session: AuthSession,
  { secretSignInKey, password }: LinkRequest,
) {
  const { config, database } = context;
  const person = await proveOwnPassword(context, session, password);
  if (person.verified_at === null) throw new Failure('account.login.unverified');
  const { verifyGoogleToken } = await import('#server/identity/accounts/service/google.ts');
  const { sub } = await verifyGoogleToken(config, secretSignInKey).catch((error: unknown) => {
    // `account.login.invalid` is the wrong password here.
    const isInvalid = error instanceof Failure && error.code === 'account.login.invalid';
    throw isInvalid ? new Failure('account.google.invalid') : error;
  });
  await database
    .account({ id: session.user }, async (tx) => {
      const linked = await tx.run(
        db
          .updateTable('users')
          .set({ google_sub: sub })
          .where('id', '=', session.user)
          .where('google_sub', 'is', null),
      );
      if (linked === 0) throw new Failure('account.google.linked');
      const { id: userId, email } = person;
      const token = await issueAddressToken(tx, { purpose: 'secure', userId, email });
      await enqueueMail(tx, googleLinkedMail(toMailRecipient(person), { context, token }));
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_google_sub_key')
        ? new Failure('account.google.used')
        : error;
    });
}

/**
 * Unlinks the caller's Google account and ends their other sessions, which it may have opened. The password proves that
 * another way to sign in remains (R-ACC-34).
 */
export async function unlinkGoogle(
  context: AppContext,
  session: AuthSession,
  { password }: { password: string },
) {
  const person = await proveOwnPassword(context, session, password);
  await context.database.account({ id: session.user }, async (tx) => {
    const unlinked = await tx.run(
      db
        .updateTable('users')
        .set({ google_sub: null, login_type: LoginType.Password })
        .where('id', '=', session.user)
        .where('google_sub', 'is not', null),
    );
    if (unlinked === 0) return;
    await revokeAccess(tx, session.user, session.id);
    await enqueueMail(tx, googleUnlinkedMail(toMailRecipient(person), context));
  });
}

/** Returns the caller's account if the password is right. */
async function proveOwnPassword({ database }: AppContext, { user }: AuthSession, password: string) {
  const person = await database.account({ id: user }, (tx) => tx.one(openedAccount));
  if (person.password_hash === null) throw new Failure('account.noPassword');
  if (!(await passwordMatches(person.password_hash, password))) {
    throw new Failure('account.login.invalid');
  }
  return person;
}
