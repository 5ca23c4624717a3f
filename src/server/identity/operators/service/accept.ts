import { operatorSubdomain, Role, UserType, type OperatorRole } from '#contract/access.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { operators } from '#contract/operators/operators.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import { hashNewPassword } from '#server/identity/accounts/service/password.ts';
import { openSession, toLoggedInReply } from '#server/identity/accounts/service/session.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { publishNotification } from '#server/platform/realtime/notifications.ts';
import { selectInvitations } from './list.ts';

/** Returns the invitation of an emailed token; 404 if it is unknown, used, revoked or expired. */
export const getInvitation = (database: Database, token: string) =>
  // The runtime role can't read invitations: they make operators.
  database.operator(async (tx) => {
    const { email, role } = orNotFound(await tx.first(validInvitation(token)));
    return { email, role: role as OperatorRole };
  });

const validInvitation = (token: string) =>
  selectInvitations
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<Date>`now()`);

type Acceptance = HandlerInput<(typeof operators)['endpoints']['accept']> & {
  locale: Locale;
  userAgent: string;
};

/** Creates the account of an invited operator, once, and signs in (R-OPR-11). */
export async function acceptAsOperator(
  context: AppContext,
  { params: { token }, body, locale, userAgent }: Acceptance,
) {
  const { config, database } = context;
  const { email } = await getInvitation(database, token);
  const { password, passwordConfirm, firstName, lastName } = body;
  if (password !== passwordConfirm) throw new Failure('account.passwordMismatch');
  const password_hash = await hashNewPassword(config, { password, email });
  const names = { first_name: firstName, last_name: lastName };
  const person = await database
    .operator((tx) => createOperator(tx, token, { ...names, password_hash, locale }))
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email_key')
        ? new Failure('operators.existingUser')
        : error;
    });
  await publishNotification(database, { kind: 'changed', topic: 'members', tenant: person.tenant });
  const session = await database.account(person, (tx) =>
    openSession(tx, person, { userAgent, method: 'password' }),
  );
  return toLoggedInReply(database, session);
}

type NewOperator = Record<'first_name' | 'last_name' | 'password_hash' | 'locale', string>;

/** Uses up the invitation and creates its operator as a member of the operators' organization. */
async function createOperator(tx: DbTransaction, token: string, values: NewOperator) {
  const invitation = orNotFound(await tx.first(validInvitation(token).forUpdate()));
  // Before all writes: Citus reads no organizations after it has logged one.
  const tenant = await tx.one(
    db.selectFrom('tenants').select('id').where('subdomain', '=', operatorSubdomain),
  );
  const person = await tx.one(
    db
      .insertInto('users')
      .values({
        ...values,
        email: invitation.email,
        type: UserType.Admin,
        operator_role: invitation.role,
        verified_at: sql`now()`,
      })
      .returning(['id', 'type']),
  );
  nameActor(tx, person.id);
  await tx.run(db.deleteFrom('operator_invitations').where('id', '=', invitation.id));
  await tx.run(
    db.insertInto('memberships').values({
      tenant_id: tenant.id,
      user_id: person.id,
      role: Role.Member,
      status: MemberStatus.Active,
      joined: JoinMethod.Invitation,
    }),
  );
  await tx.run(
    db.updateTable('users').set({ default_tenant_id: tenant.id }).where('id', '=', person.id),
  );
  return { ...person, tenant: tenant.id };
}
