import { isOperatorTenant, Role, UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import { followLostRights } from '#server/identity/members/service/lost-rights.ts';
import { claimRegisteredTenants } from '#server/identity/tenants/service/create.ts';
import { mailDeletion } from '#server/identity/tenants/service/update.ts';
import { rowsOfPerson } from '#server/identity/users/service/personal-lists.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database, UserId } from '#server/platform/database/database.ts';
import { TransactionConflict } from '#server/platform/database/driver/errors.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

/** Deletes the caller's account and the organizations that only they own, of which none is suspended (R-ACC-26, R-OPR-13). */
export async function removeOwnAccount(context: AppContext, session: AuthSession) {
  if (session.userType === UserType.Admin) throw new Failure('account.cannotDeleteAdmin');
  // An organization that was registered with an unproven address is not this person's to delete.
  const { waits } = await context.database.account({ id: session.user }, (tx) =>
    tx.one(
      sql<{ waits: boolean }>`
        select verified_at is null and exists (
          select from app.my_memberships()
          where status = ${MemberStatus.PendingInvitation} and joined = ${JoinMethod.Creator}
        ) as waits from users where id = ${session.user}::uuid`,
    ),
  );
  if (waits) throw new Failure('account.login.unverified');
  await removeAccount(context, session.user, { isOwn: true });
}

/** Is true for an organization, by its active members, of which a person is the only owner: it goes with the account. */
const ownsAlone = (user: UserId) =>
  sql<boolean>`coalesce(
    bool_and(memberships.user_id = ${user}) filter (where memberships.role = ${Role.Owner}), false)`;

/** Organizations of a person, by the index of their memberships. */
const tenantsOf = (user: UserId) =>
  db.selectFrom('memberships').select('tenant_id').where('user_id', '=', user);

/** Returns the organizations that deleting the caller's account deletes or leaves, with the API keys that stop there. */
export const previewRemoval = (database: Database, session: AuthSession) =>
  database.person(session.user, async (tx) => {
    const tenants = await tx.all(
      db
        .selectFrom('tenants')
        .innerJoin('memberships', 'memberships.tenant_id', 'tenants.id')
        .select([
          'tenants.id',
          'tenants.name',
          sql<number>`count(*)::int`.as('members'),
          ownsAlone(session.user).as('owned'),
        ])
        .where(
          'tenants.id',
          'in',
          tenantsOf(session.user).where('status', '=', MemberStatus.Active),
        )
        .where('memberships.status', '=', MemberStatus.Active)
        .groupBy('tenants.id')
        .orderBy('tenants.name'),
    );
    const keys = await tx.all(
      sql<{ tenant_id: string; name: string }>`
        select tenant_id, name from ${rowsOfPerson('api_keys')} where expires_at is null or expires_at > now()`,
    );
    const keysIn = (id: string) =>
      keys.flatMap(({ tenant_id, name }) => (tenant_id === id ? [name] : []));
    const those = (isDeleted: boolean) =>
      tenants
        .filter(({ owned }) => owned === isDeleted)
        .map(({ id, name, members }) => ({ id, name, members, keys: keysIn(id) }));
    return { deleted: those(true), left: those(false) };
  });

/** Deletes a user's account and the organizations that only they own; for the operator. */
export async function removeAnyAccount(context: AppContext, id: string) {
  const person = await context.database.account({ id }, (tx) =>
    tx.first(db.selectFrom('users').select('type').where('id', '=', id)),
  );
  if (!person) throw new Failure('notFound');
  if (person.type === UserType.Admin) throw new Failure('account.cannotDeleteAdmin');
  await removeAccount(context, trusted.userId(id));
}

const membershipsOf = (user: UserId) => tenantsOf(user).select(['user_id', 'role', 'status']);

/**
 * Deletes a person and the organizations that only they own, whose members are mailed, after the subscriptions: if the
 * payment provider fails, nothing is deleted. Throws for the only owner of the operator's organization.
 */
async function removeAccount(
  context: AppContext,
  user: UserId,
  { isOwn = false, retries = 2 } = {},
): Promise<void> {
  const { database, stripe } = context;
  // Separate transactions: on Citus none can read what the owner of a function wrote in it (decision 41).
  await database.person(user, (tx) => claimRegisteredTenants(tx, user));
  const owned = await database.person(user, (tx) =>
    tx.all(
      db
        .selectFrom('tenants')
        .innerJoin('memberships', 'memberships.tenant_id', 'tenants.id')
        .select([
          'memberships.tenant_id',
          'tenants.name',
          'tenants.subdomain',
          'tenants.customer_id',
          'tenants.suspended_at',
        ])
        .where('tenants.id', 'in', tenantsOf(user).where('status', '=', MemberStatus.Active))
        .where('memberships.status', '=', MemberStatus.Active)
        .groupBy(['tenants.id', 'memberships.tenant_id'])
        .having(ownsAlone(user)),
    ),
  );
  if (owned.some(isOperatorTenant)) throw new Failure('tenant.isOperators');
  if (isOwn && owned.some(({ suspended_at }) => suspended_at))
    throw new Failure('tenant.suspended');
  const customers = owned.flatMap(({ customer_id }) => customer_id ?? []);
  // A failing provider is noticed before the first of several subscriptions ends.
  if (customers.length > 1) await Promise.all(customers.map(stripe.checkCustomer));
  for (const customer of customers) await stripe.deleteCustomer(customer);
  const ids = owned.map(({ tenant_id }) => tenant_id);
  try {
    await database.person(user, async (tx) => {
      for (const before of await tx.all(membershipsOf(user))) {
        await followLostRights(tx, { before, after: null });
      }
      const person = await tx.first(db.selectFrom('users').select('email').where('id', '=', user));
      // Deleted meanwhile by another call.
      if (!person) return;
      for (const tenant of owned)
        await mailDeletion(tx, context, { ...tenant, except: person.email });
      await tx.run(sql`select app.delete_own_account(${ids}::uuid[])`);
    });
  } catch (error) {
    // Retries when an organization was deleted or got another owner since it was read.
    if (!(error instanceof TransactionConflict) || retries === 0) throw error;
    await removeAccount(context, user, { isOwn, retries: retries - 1 });
  }
}
