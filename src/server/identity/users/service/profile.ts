import { operatorAllows, UserType } from '#contract/access.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { users } from '#contract/users.ts';
import type { Locale } from '#locales/locales.ts';
import { accountColumns } from '#server/identity/accounts/service/account.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db, type TableUpdate } from '#server/platform/database/query.ts';
import { storePicture } from '#server/platform/files/pictures.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { getUserRecord, toUserRecord } from './user-record.ts';

/**
 * Returns the caller, or another active member of their organization without further organizations, or any
 * user for the operator; 404 for every other user.
 */
export async function get(database: Database, session: AuthSession, id: string) {
  if (id === session.user) return getUserRecord(database, session.user);
  const { access, method } = users.endpoints.getAllOfAll;
  const isOperator =
    session.userType === UserType.Admin && operatorAllows(access, method, session.operatorRole);
  const visible = await database.person(session.user, async (tx) => {
    if (isOperator) tx.openAccount({ id });
    const [row, sharedMembership] = await Promise.all([
      tx.first(db.selectFrom('users').select(accountColumns).where('id', '=', id)),
      tx.first(
        db
          .selectFrom('memberships')
          .select('id')
          .where('user_id', '=', id)
          .where('status', '=', MemberStatus.Active),
      ),
    ]);
    return row && (sharedMembership || isOperator) ? row : undefined;
  });
  if (!visible) throw new Failure('notFound');
  if (isOperator) return getUserRecord(database, trusted.userId(id));
  return { ...toUserRecord(visible, []), defaultTenant: null };
}

type ProfileInput = HandlerInput<(typeof users)['endpoints']['update']>['body'] & { id: string };

/** Changes the caller's name and phone (R-ACC-24). */
export async function update(database: Database, session: AuthSession, input: ProfileInput) {
  if (input.id !== session.user) throw new Failure('account.onlyOneself');
  await updateOwnAccount(database, session, {
    first_name: input.firstName,
    last_name: input.lastName,
    phone: input.phone ?? '',
  });
  return getUserRecord(database, session.user);
}

/** Sets or removes the caller's picture. */
export async function updateAvatar(
  { database, storage }: AppContext,
  session: AuthSession,
  image: string | null,
) {
  const avatar =
    image === null ? '' : (await storePicture(storage, image, { sender: session.user })).address;
  await updateOwnAccount(database, session, { avatar });
  return getUserRecord(database, session.user);
}

/** Sets the language of the caller's mails. */
export const updateLocale = (database: Database, session: AuthSession, locale: Locale) =>
  updateOwnAccount(database, session, { locale });

/** Sets the time zone of dates in the caller's mails (R-REL-31). */
export async function updateTimeZone(database: Database, session: AuthSession, timeZone: string) {
  await updateOwnAccount(database, session, { time_zone: timeZone });
  return getUserRecord(database, session.user);
}

type DefaultTenantInput = { userId: string; tenantId: string };

/** Sets the organization that sign-in opens; 404 unless the caller is an active member (R-ORG-02). */
export async function updateDefaultTenant(
  database: Database,
  session: AuthSession,
  input: DefaultTenantInput,
) {
  if (input.userId !== session.user) throw new Failure('account.onlyOneself');
  const user = await getUserRecord(database, session.user);
  const membership = user.tenants.find(({ tenant }) => tenant.id === input.tenantId);
  if (!membership) throw new Failure('notFound');
  await updateOwnAccount(database, session, { default_tenant_id: membership.tenant.id });
  return membership.tenant;
}

const updateOwnAccount = (
  database: Database,
  { user: id }: AuthSession,
  values: TableUpdate<'users'>,
) =>
  database.account({ id }, async (tx) => {
    await tx.run(db.updateTable('users').set(values).where('id', '=', id));
  });
