import { operatorSubdomain, transactionsTier } from '#contract/access.ts';
import type { OnboardingState } from '#contract/onboarding/onboarding.ts';
import { needsPermission, needsUpgrade } from '#contract/resources.ts';
import { fromActiveProduct } from '#server/identity/tenants/service/active-product.ts';
import type { Database } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import type { AuthSession, Member, Membership } from '#server/platform/http/contract/guard.ts';
import { hasNoComments } from '#server/product/comments/service/commented.ts';
import { checklistFor, type OnboardingFacts } from '#server/product/onboarding/rules.ts';

type TenantFacts = Omit<OnboardingFacts, 'isVerified' | 'offersResource'> & {
  isOperators: boolean;
  hasSamples: boolean;
};

/** Returns the checklist of the member and whether the organization has sample data (R-ONB-01, R-ONB-06). */
export async function getState(
  database: Database,
  { tenant, session, membership }: Member,
): Promise<OnboardingState> {
  const [[facts], account, offersResource] = await Promise.all([
    tenant.read(selectFacts(session.user)),
    database.account({ id: session.user }, (tx) => tx.one(selectVerifiedAt(session.user))),
    membership.tier < transactionsTier && hasResourceFor(database, membership),
  ]);
  const { isOperators, hasSamples, ...known } = orNotFound(facts);
  const isVerified = account.verified_at !== null;
  return {
    steps: isOperators ? [] : checklistFor(membership, { ...known, isVerified, offersResource }),
    hasSamples,
  };
}

/** Hides the checklist of this organization from the member, on all devices (R-ONB-02). */
export async function hideChecklist(database: Database, call: Member): Promise<OnboardingState> {
  const { tenant, session } = call;
  await tenant.write(
    db
      .updateTable('memberships')
      .set({ checklist_hidden_at: sql<Date>`now()` })
      .where('tenant_id', '=', scopeTenant)
      .where('user_id', '=', session.user)
      .where('checklist_hidden_at', 'is', null),
  );
  return getState(database, call);
}

const selectVerifiedAt = (user: AuthSession['user']) =>
  db.selectFrom('users').select('verified_at').where('id', '=', user);

/** Returns true if the member can download a resource. */
async function hasResourceFor(database: Database, { tier, role }: Membership) {
  const query = db.selectFrom('resources').select(['tiers', 'roles']).where('file', 'is not', null);
  const resources = await database.system((tx) => tx.all(query));
  return resources.some((row) => !needsUpgrade(row, tier) && !needsPermission(row, role));
}

/** Entries of the log among which a download is looked for: those of a new organization. */
const firstEntries = 1_000;

/** Selects the facts from rows of the tenant alone. Without a plan an organization has one seat (R-MEM-04). */
const selectFacts = (user: string) =>
  sql<TenantFacts>`
      select
        tenants.subdomain = ${operatorSubdomain} as "isOperators",
        (select checklist_hidden_at from memberships
          where tenant_id = ${scopeTenant} and user_id = ${user}::uuid) is not null as "isHidden",
        (app_theme, app_color) <> ('dark', 'red') or icon <> '' or logo <> '' or logo_darkmode <> ''
          as "hasAppearance",
        exists (select 1 from memberships
          where tenant_id = ${scopeTenant} and user_id <> ${user}::uuid) as "hasOthers",
        exists (select 1 from transactions
          where tenant_id = ${scopeTenant} and not sample) as "hasTransaction",
        exists (select 1 from transactions
          where tenant_id = ${scopeTenant} and sample and ${hasNoComments}) as "hasSamples",
        exists (
          select 1 from (
            select action from audit_log where tenant_id = ${scopeTenant} order by id limit ${firstEntries}
          ) entry where action = 'resource.downloaded'
        ) as "hasDownload",
        coalesce(plan.max_users, 1) as seats,
        coalesce(plan.is_paid, false) as "hasPlan"
      from tenants left join (
        select product.max_users, held.tenant_id,
          price.price > 0 and held.status <> 'trialing' or held.granted as is_paid
        ${fromActiveProduct}
      ) plan on plan.tenant_id = tenants.id
      where tenants.id = ${scopeTenant}`;
