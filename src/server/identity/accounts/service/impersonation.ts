import { impersonatesReadOnly, UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { SignInReply } from '#contract/users.ts';
import { getUserRecord } from '#server/identity/users/service/user-record.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { openedAccount } from './account.ts';
import { insertSession } from './session.ts';

/** Maximum and idle lifetime in hours. */
const lifetime = { absolute: 1, idle: 1 };

type ImpersonationRequest = { userId: string; reason: string; userAgent: string };

/**
 * Opens a session in which the operator acts as a user for at most an hour; it names both people and ends
 * with the operator's own session, at the latest when that would (R-SEC-08). Refuses operators, so that impersonation
 * can't be nested.
 */
export async function impersonate(
  { database }: AppContext,
  session: AuthSession,
  request: ImpersonationRequest,
) {
  const { userId, reason, userAgent } = request;
  const person = await database.account({ id: userId }, (tx) => tx.first(openedAccount));
  if (!person?.active) throw new Failure('notFound');
  if (person.type === UserType.Admin) throw new Failure('account.cannotImpersonateAdmin');
  const { ends_at: end } = await database.account({ id: session.user }, (tx) =>
    tx.one(db.selectFrom('sessions').select('ends_at').where('id', '=', session.id)),
  );
  const { token } = await database.account(person, (tx) =>
    insertSession(
      tx,
      { user_id: person.id, user_agent: userAgent, impersonator_id: session.user, reason },
      { ...lifetime, end },
    ),
  );
  const user = await getUserRecord(database, trusted.userId(person.id), session.user);
  return { token, user } satisfies SignInReply;
}

/**
 * Lets the calling impersonation session change data; it is logged for the person's organizations (R-OPR-15). Refuses
 * operators whose role may only look.
 */
export async function allowWriting(database: Database, session: AuthSession) {
  const { id, user, impersonator, operatorRole } = session;
  if (impersonator === null) throw new Failure('notFound');
  if (impersonatesReadOnly(operatorRole)) throw new Failure('access.readOnlyImpersonation');
  await database.account({ id: user }, (tx) =>
    tx.run(
      db
        .updateTable('sessions')
        .set({ writes_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('writes_at', 'is', null),
    ),
  );
}
