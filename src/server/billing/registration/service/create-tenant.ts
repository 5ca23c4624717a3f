import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { tenants } from '#contract/tenants.ts';
import { finishOperation, operationSubject } from '#server/billing/payments/billing-operations.ts';
import {
  createOrganizationWithPlan,
  type NewOrganization,
} from '#server/billing/subscriptions/service/create-organization.ts';
import { recordPlan } from '#server/billing/subscriptions/service/plan.ts';
import { hasNoOrganization } from '#server/identity/accounts/service/account.ts';
import {
  assertTenantNameFree,
  createTenant,
  throwNameTaken,
} from '#server/identity/tenants/service/create.ts';
import { getUserRecord } from '#server/identity/users/service/user-record.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

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
