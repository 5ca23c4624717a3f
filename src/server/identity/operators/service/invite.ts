import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { operators } from '#contract/operators/operators.ts';
import type { Locale } from '#locales/locales.ts';
import { randomToken } from '#server/identity/accounts/service/token.ts';
import { operatorInvitationMail } from '#server/identity/operators/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { tokenHash, type AuthSession } from '#server/platform/http/contract/guard.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { nameInMail } from '#server/platform/mail/recipient.ts';
import { toInvitationRecord } from './list.ts';

const lifetimeDays = 7;

type Invitation = {
  session: AuthSession;
  locale: Locale;
  body: HandlerInput<(typeof operators)['endpoints']['invite']>['body'];
};

/**
 * Invites an operator by email; a second invitation of an address replaces the first. Refuses addresses that
 * have an account: operators have one of their own (R-OPR-11).
 */
export const inviteOperator = (context: AppContext, { session, body, locale }: Invitation) =>
  context.database.operator(async (tx) => {
    const { email, role } = body;
    if (await hasAccount(tx, email)) throw new Failure('operators.existingUser');
    const token = randomToken();
    const values = {
      role,
      token_hash: tokenHash(token),
      expires_at: sql<Date>`now() + make_interval(days => ${lifetimeDays})`,
    };
    const row = await tx.one(
      db
        .insertInto('operator_invitations')
        .values({ email, ...values })
        .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet(values))
        .returning(['id', 'email', 'role', 'expires_at']),
    );
    const person = await tx.one(
      db
        .selectFrom('users')
        .select(['email', 'first_name', 'last_name'])
        .where('id', '=', session.user),
    );
    const inviter = nameInMail(`${person.first_name} ${person.last_name}`) || person.email;
    const to = { email, name: email, locale };
    await enqueueMail(tx, operatorInvitationMail(to, context, { inviter, role, token }));
    return toInvitationRecord(row);
  });

/** Returns true if an account has this address. */
const hasAccount = async (tx: DbTransaction, email: string) =>
  (await tx.first(
    db
      .selectFrom('users')
      .select('id')
      .where(sql<string>`lower(email)`, '=', email.toLowerCase()),
  )) !== undefined;

/** Revokes an invitation: its link stops working. */
export const withdraw = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const removed = await tx.run(db.deleteFrom('operator_invitations').where('id', '=', id));
    if (removed === 0) throw new Failure('notFound');
  });
