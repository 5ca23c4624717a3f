import { Role } from '#contract/access.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { initialTransactionCurrency } from '#contract/entities/currency.ts';
import { Failure } from '#contract/errors.ts';
import { nameKey } from '#contract/shapes.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import type { tenants } from '#contract/tenants.ts';
import { hasNoOrganization } from '#server/accounts/service/account.ts';
import type { AppContext } from '#server/app-context.ts';
import { nameActor } from '#server/database/audit.ts';
import type { TenantId, DbTransaction } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/driver/errors.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { AuthSession } from '#server/http/contract/guard.ts';
import { finishOperation, operationSubject } from '#server/payments/billing-operations.ts';
import {
  createOrganizationWithPlan,
  type NewOrganization,
} from '#server/subscriptions/service/create-organization.ts';
import { recordPlan } from '#server/subscriptions/service/plan.ts';
import { getUserRecord } from '#server/users/service/user-record.ts';
import { reserveNames } from './names.ts';

type TenantInput = HandlerInput<(typeof tenants)['endpoints']['create']>['body'];

/** Data of an organization stored until its plan is paid. */
type TenantDetails = {
  organization: string;
  owner: string;
  app_theme?: string | undefined;
  app_color?: string | undefined;
};

/** Creates an organization of the caller and makes it their current and default one (R-ORG-03). */
export async function createOwnTenant(
  context: AppContext,
  session: AuthSession,
  input: TenantInput,
) {
  const { database } = context;
  const { email, locale, verified_at, nowhere } = await database.account(
    { id: session.user },
    (tx) => tx.one(selectCreator(session.user)),
  );
  // Others let them in; without them only the emailed link proves the address.
  if (verified_at === null && nowhere) throw new Failure('account.login.unverified');
  // Returns true, as `undefined` would mean that no earlier attempt exists and start another one.
  await createOrganizationWithPlan<TenantDetails, true>(context, {
    kind: 'create_tenant',
    subject: operationSubject.creation(session.user, input.name),
    userId: session.user,
    selected: input.selectedSubscription,
    who: { name: input.name, email, locale },
    details: {
      organization: input.name,
      owner: session.user,
      app_theme: input.appTheme || undefined,
      app_color: input.appColor || undefined,
    },
    assertAvailable: () => database.system((tx) => assertTenantNameFree(tx, input.name)),
    finish: async (organization) => {
      await finishTenantCreation(context, organization);
      return true;
    },
    completedResult: async () => true,
  });
  return { user: await getUserRecord(database, session.user), token: session.token };
}

const selectCreator = (user: AuthSession['user']) =>
  db
    .selectFrom('users')
    .select(['email', 'locale', 'verified_at'])
    .select(hasNoOrganization.as('nowhere'))
    .where('id', '=', user);

/** Stores an organization with its assigned plan. */
export const finishTenantCreation = (
  { database }: AppContext,
  { tenantId: id, assignment, details, operation }: NewOrganization<TenantDetails>,
) =>
  database
    .tenantAccounts(id, async (tx) => {
      tx.openAccount({ id: details.owner });
      const { organization: name, owner, app_theme, app_color } = details;
      await createTenant(tx, { id, owner, name, app_theme, app_color });
      await recordPlan(tx, id, assignment);
      await tx.run(db.updateTable('users').set({ default_tenant_id: id }).where('id', '=', owner));
      if (operation) await finishOperation(tx, operation);
    })
    .catch(throwNameTaken);

type NewTenant = {
  id: TenantId;
  name: string;
  owner: string;
  subdomain?: string;
  app_theme?: string | undefined;
  app_color?: string | undefined;
  /** Names of an owner with an unproven address, who must claim the organization; null if proven. */
  unproven?: { first_name: string; last_name: string; phone: string } | null;
};

/**
 * Creates an organization in its own scope, with the currency of its creator's language (R-ORG-13). The creator, whose
 * account is open in the transaction, becomes the owner, and it becomes their default organization if they have none.
 * Without a session they are the actor in the audit log.
 */
export async function createTenant(tx: DbTransaction, { owner, unproven, ...tenant }: NewTenant) {
  nameActor(tx, owner);
  await reserveNames(tx, tenant.id, tenant);
  const { locale } = await tx.one(db.selectFrom('users').select('locale').where('id', '=', owner));
  const transaction_currency = initialTransactionCurrency(locale);
  await tx.run(db.insertInto('tenants').values({ ...tenant, transaction_currency }));
  await addOwner(tx, { tenantId: tenant.id, userId: owner, unproven });
}

type NewOwner = { tenantId: TenantId; userId: string } & Pick<NewTenant, 'unproven'>;

/** Makes the opened account the owner of the tenant of the scope, as its creator. */
async function addOwner(tx: DbTransaction, { tenantId, userId, unproven }: NewOwner) {
  await tx.run(
    db.insertInto('memberships').values({
      tenant_id: tenantId,
      user_id: userId,
      role: Role.Owner,
      status: unproven ? MemberStatus.PendingInvitation : MemberStatus.Active,
      joined: JoinMethod.Creator,
      ...unproven,
    }),
  );
  if (unproven) return;
  await tx.run(
    db
      .updateTable('users')
      .set({ default_tenant_id: tenantId })
      .where('id', '=', userId)
      .where('default_tenant_id', 'is', null),
  );
}

/** Activates the organizations registered for a person who has just authenticated (decisions/0010). */
export const claimRegisteredTenants = (tx: DbTransaction, userId: string) =>
  tx.run(statement(sql`select app.claim_registered(${userId}::uuid)`));

/** Throws if an organization has this name, compared as people see it (R-ORG-06). */
export async function assertTenantNameFree(tx: DbTransaction, name: string) {
  const query = sql<{ taken: boolean }>`
    select app.find_tenant('name', ${nameKey(name)}) is not null as taken`;
  if ((await tx.one(statement(query))).taken) throw tenantNameTaken();
}

const tenantNameTaken = () => new Failure('account.verify.organizationTaken');

/** Throws the refusal of a name that another organization took, and any other error as it is. */
export const throwNameTaken = (error: unknown): never => {
  throw isUniqueViolation(error, 'tenants_name_key') ? tenantNameTaken() : error;
};
