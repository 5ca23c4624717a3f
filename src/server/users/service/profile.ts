import { UserType } from '#contract/access.ts';
import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { users } from '#contract/users.ts';
import type { Locale } from '#locales/locales.ts';
import { accountColumns } from '#server/accounts/service/account.ts';
import type { Database } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { db } from '#server/database/query.ts';
import { storePicture } from '#server/files/pictures.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import { getSelf, presentUser } from './present.ts';

/**
 * Returns the caller, or another active member of their organization without further organizations, or any
 * user for the operator; 404 for every other user.
 */
export async function get(database: Database, session: Session, id: string) {
  if (id === session.user) return getSelf(database, session.user);
  const isOperator = session.userType === UserType.Admin;
  const known = await database.person(session.user, async (tx) => {
    if (isOperator) tx.openAccount({ id });
    const [row, fellow] = await Promise.all([
      tx.first(db.selectFrom('users').select(accountColumns).where('id', '=', id)),
      tx.first(
        db
          .selectFrom('memberships')
          .select('id')
          .where('user_id', '=', id)
          .where('status', '=', MemberStatus.Active),
      ),
    ]);
    return row && (fellow || isOperator) ? row : undefined;
  });
  if (!known) throw new Failure('notFound');
  if (isOperator) return getSelf(database, vouch.user(id));
  return { ...presentUser(known, []), defaultTenant: null };
}

type Profile = Input<(typeof users)['endpoints']['update']>['body'] & { id: string };

/** Changes the caller's name and phone (R-ACC-24). */
export async function update(database: Database, session: Session, input: Profile) {
  if (input.id !== session.user) throw new Failure('account.onlyOneself');
  await database.account({ id: session.user }, (tx) =>
    tx.run(
      db
        .updateTable('users')
        .set({
          first_name: input.firstName,
          last_name: input.lastName,
          phone: input.phone ?? '',
        })
        .where('id', '=', session.user),
    ),
  );
  return getSelf(database, session.user);
}

/** Sets or removes the caller's picture. */
export async function updateAvatar(
  { database, storage }: House,
  session: Session,
  given: string | null,
) {
  const avatar = given === null ? '' : await storePicture(storage, given, { sender: session.user });
  await database.account({ id: session.user }, (tx) =>
    tx.run(db.updateTable('users').set({ avatar }).where('id', '=', session.user)),
  );
  return getSelf(database, session.user);
}

/** Sets the language of the caller's mails. */
export const updateLocale = (database: Database, session: Session, locale: Locale) =>
  database.account({ id: session.user }, async (tx) => {
    await tx.run(db.updateTable('users').set({ locale }).where('id', '=', session.user));
  });

type Choice = { userId: string; tenantId: string };

/**
 * Sets the organization that the next sign-in opens; 404 unless the caller is an active member (R-ORG-02).
 */
export async function updateDefaultTenant(database: Database, session: Session, chosen: Choice) {
  if (chosen.userId !== session.user) throw new Failure('account.onlyOneself');
  const user = await getSelf(database, session.user);
  const found = user.tenants.find(({ tenant }) => tenant.id === chosen.tenantId);
  if (!found) throw new Failure('notFound');
  await database.account({ id: session.user }, (tx) =>
    tx.run(
      db
        .updateTable('users')
        .set({ default_tenant_id: found.tenant.id })
        .where('id', '=', session.user),
    ),
  );
  return found.tenant;
}
