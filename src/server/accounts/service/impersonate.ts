import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { SignInReply } from '#contract/users.ts';
import type { AppContext } from '#server/app-context.ts';
import { trusted } from '#server/database/isolation/ids.ts';
import type { AuthSession } from '#server/http/contract/guard.ts';
import { getUserRecord } from '#server/users/service/user-record.ts';
import { openedAccount } from './account.ts';
import { openImpersonationSession } from './session.ts';

type ImpersonationRequest = { userId: string; reason: string; userAgent: string };

/**
 * Opens a session in which the operator acts as a user for at most an hour; it names both people and ends
 * with the operator's own session (R-SEC-08). Refuses operators as targets, so impersonation can't be
 * nested.
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
  const { token } = await database.account(person, (tx) =>
    openImpersonationSession(tx, person, { operator: session.user, reason, userAgent }),
  );
  const user = await getUserRecord(database, trusted.userId(person.id), session.user);
  return { token, user } satisfies SignInReply;
}
