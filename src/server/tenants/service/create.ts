import { Role } from '#contract/access.ts';
import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { Joined, MemberStatus } from '#contract/statuses.ts';
import type { tenants } from '#contract/tenants.ts';
import type { TenantId, Transaction } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/errors.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import { settle, subjectOf } from '#server/payments/intents.ts';
import { found, type Founding } from '#server/subscriptions/service/found.ts';
import { recordPlan } from '#server/subscriptions/service/plan.ts';
import { getSelf } from '#server/users/service/present.ts';

type Organization = Input<(typeof tenants)['endpoints']['create']>['body'];

/** Data of an organization stored until its plan is paid. */
type Details = {
  organization: string;
  owner: string;
  app_theme?: string;
  app_color?: string;
};

/** Creates an organization of the caller and makes it their current and default one (R-ORG-03). */
export async function createOwn(house: House, session: Session, input: Organization) {
  const { database } = house;
  const { email } = await database.account({ id: session.user }, (tx) =>
    tx.one(db.selectFrom('users').select('email').where('id', '=', session.user)),
  );
  // Returns true, as `undefined` would mean that no earlier attempt exists and start another one.
  await found<Details, true>(house, {
    kind: 'create_tenant',
    subject: subjectOf.creation(session.user, input.name),
    userId: session.user,
    selected: input.selectedSubscription,
    who: { name: input.name, email },
    details: {
      organization: input.name,
      owner: session.user,
      ...(input.appTheme && { app_theme: input.appTheme }),
      ...(input.appColor && { app_color: input.appColor }),
    },
    assertFree: async () => {
      if (await database.system((tx) => isNameTaken(tx, input.name))) throw nameTaken();
    },
    finish: async (founding) => {
      await finishCreation(house, founding);
      return true;
    },
    already: async () => true,
  });
  return { user: await getSelf(database, session.user), token: session.token };
}

/** Stores an organization with the plan that was arranged for it. */
export const finishCreation = (
  { database }: House,
  { tenantId: id, arrangement, details, intent }: Founding<Details>,
) =>
  database
    .tenant(id, async (tx) => {
      tx.openAccount({ id: details.owner });
      const { organization: name, owner, app_theme, app_color } = details;
      await createTenant(tx, {
        id,
        owner,
        name,
        ...(app_theme && { app_theme }),
        ...(app_color && { app_color }),
      });
      await recordPlan(tx, id, arrangement);
      await tx.run(db.updateTable('users').set({ default_tenant_id: id }).where('id', '=', owner));
      if (intent) await settle(tx, intent);
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'tenants_name_key') ? nameTaken() : error;
    });

type NewTenant = {
  id: TenantId;
  name: string;
  owner: string;
  subdomain?: string;
  app_theme?: string;
  app_color?: string;
  /**
   * Names of an owner who has not proven the address yet and must claim the organization; null if proven.
   */
  unproven?: { first_name: string; last_name: string; phone: string } | null;
};

/**
 * Creates an organization in its own scope. Its creator, whose account is open in the transaction, becomes
 * the owner, and it becomes their default organization if they have none.
 */
export async function createTenant(tx: Transaction, { owner, unproven, ...tenant }: NewTenant) {
  await tx.run(db.insertInto('tenants').values(tenant));
  await tx.run(
    db.insertInto('memberships').values({
      tenant_id: tenant.id,
      user_id: owner,
      role: Role.Owner,
      status: unproven ? MemberStatus.PendingInvitation : MemberStatus.Active,
      joined: Joined.Creator,
      ...unproven,
    }),
  );
  if (unproven) return;
  await tx.run(
    db
      .updateTable('users')
      .set({ default_tenant_id: tenant.id })
      .where('id', '=', owner)
      .where('default_tenant_id', 'is', null),
  );
}

/** Activates the organizations registered for a person who has just authenticated (decisions/0010). */
export const claimRegistered = (tx: Transaction, userId: string) =>
  tx.run(statement(sql`select app.claim_registered(${userId}::uuid)`));

/** Returns true if an organization has this name, ignoring case (R-ORG-06). */
async function isNameTaken(tx: Transaction, name: string) {
  const question = sql<{ taken: boolean }>`select app.is_tenant_name_taken(${name}) as taken`;
  return (await tx.one(statement(question))).taken;
}

/** Throws if an organization has this name. */
export async function assertNameFree(tx: Transaction, name: string) {
  if (await isNameTaken(tx, name)) throw nameTaken();
}

const nameTaken = () => new Failure('account.verify.organizationTaken');
