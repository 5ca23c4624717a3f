import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { LoggedIn } from '#contract/users.ts';
import { vouch } from '#server/database/ids.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import { getSelf } from '#server/users/service/present.ts';
import { account } from './account.ts';
import { openSessionFor } from './session.ts';

type Errand = { userId: string; reason: string; userAgent: string };

/**
 * Opens a session in which the operator acts as a user for at most an hour; it names both people and ends
 * with the operator's own session (R-SEC-08). Refuses operators as targets, so impersonation can't be
 * nested.
 */
export async function impersonate({ database }: House, session: Session, errand: Errand) {
  const { userId, reason, userAgent } = errand;
  const person = await database.account({ id: userId }, (tx) => tx.first(account));
  if (!person?.active) throw new Failure('notFound');
  if (person.type === UserType.Admin) throw new Failure('account.cannotImpersonateAdmin');
  const { token } = await database.account(person, (tx) =>
    openSessionFor(tx, person, { operator: session.user, reason, userAgent }),
  );
  const user = await getSelf(database, vouch.user(person.id), session.user);
  return { token, user } satisfies LoggedIn;
}
