import { admissionOf, type AdmissionFacts } from '#contract/admission/admission.ts';
import type {
  OrganizationPolicies,
  PoliciesInput,
  StoredPolicies,
} from '#contract/calls/policies.ts';
import { Failure } from '#contract/errors.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import type {
  AuthSession,
  TenantReader,
  TenantScope,
} from '#server/platform/http/contract/guard.ts';
import { addJob } from '#server/platform/jobs/add-job.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';
import { assertMayEnforce, isEnforcing, offersSso } from './enforce-sso.ts';
import { announceEnforcementEnd } from './enforcement-end.ts';

const policiesQuery = db.selectFrom('tenant_policies').selectAll();

/** Returns the policies of an organization (R-POL-01). */
export async function getPolicies(tenant: TenantReader): Promise<StoredPolicies> {
  const [row] = await tenant.read(policiesQuery.where('tenant_id', '=', scopeTenant));
  const [offer] = await tenant.read(offersSso(scopeTenant));
  return { ...toPolicies(row), offersSso: offer?.offers ?? false };
}

/**
 * Replaces the policies of an organization, under the lock that invitations take. Refuses policies that the caller
 * doesn't fulfil, so that owners don't lock themselves out.
 */
export const updatePolicies = (
  context: MailSiteContext,
  { tenant, session }: Caller,
  input: PoliciesInput,
): Promise<StoredPolicies> =>
  tenant.runOnAccounts((tx) =>
    announceEnforcementEnd(tx, { context, tenant: tenant.id, actor: session.user }, (offers) =>
      replacePolicies(tx, { tenant, session, offers }, input),
    ),
  );

async function replacePolicies(
  tx: DbTransaction,
  { tenant, session, offers }: Caller & { offers: boolean },
  input: PoliciesInput,
): Promise<StoredPolicies> {
  const stored = await tx.first(policiesQuery.where('tenant_id', '=', tenant.id));
  const policies = { ...toPolicies(stored), ...withoutUndefined(input) };
  if (isEnforcing(policies)) await assertMayEnforce(tx, tenant.id, { ...policies, offers });
  const values = toValues(policies, stored);
  const row = await tx.one(
    db
      .insertInto('tenant_policies')
      .values({ tenant_id: tenant.id, ...values })
      .onConflict((conflict) =>
        conflict.column('tenant_id').doUpdateSet(({ ref }) => ({
          ...values,
          // Uses the inserted value: Citus doesn't allow `now()` in this place (docs/scaling.md).
          factor_since: ref('excluded.factor_since'),
        })),
      )
      .returningAll(),
  );
  await copyToTenant(tx, tenant, row);
  await assertFulfilled(tx, { tenant, session }, { ...policies, offers });
  const isNew = policies.factorDays !== null && policies.factorDays !== stored?.factor_days;
  if (isNew) await addJob(tx, { name: 'policies.factor', payload: { tenant: tenant.id } });
  return { ...toPolicies(row), offersSso: offers };
}

type Caller = { tenant: TenantScope; session: AuthSession };

/** Throws if the caller's own session or account doesn't fulfil the policies that the transaction has written. */
async function assertFulfilled(
  tx: DbTransaction,
  { tenant, session }: Caller,
  { factorDays, offers }: OrganizationPolicies & { offers: boolean },
) {
  tx.openAccount({ id: session.user });
  const hasFactor = factorDays === null || (await hasFactorOrSso(tx, { tenant, session }));
  const own = sql<{ facts: AdmissionFacts | null }>`
    select app.session_facts(${tenant.id}::uuid, ${session.id}::uuid, ${offers}) as facts`;
  const refusal = admissionOf((await tx.one(own)).facts);
  // The factor may have been removed between the two statements.
  if (!hasFactor || refusal === 'policy.secondFactor') throw new Failure('policy.ownFactor');
  if (refusal !== null) throw new Failure('policy.ownSession');
}

/** Returns true if the person has a second factor, or the organization's identity provider opened the session. */
async function hasFactorOrSso(tx: DbTransaction, { tenant, session }: Caller) {
  const own = sql<{ has: boolean }>`
    select app.has_factor(user_id) or coalesce(sso_tenant_id = ${tenant.id}::uuid, false) as has
    from sessions where id = ${session.id}::uuid`;
  return (await tx.one(own)).has;
}

/** Tells all members' screens whether a second factor is required, without the policies, which are the owners'. */
const copyToTenant = (
  tx: DbTransaction,
  tenant: TenantScope,
  { factor_days }: TableRow<'tenant_policies'>,
) =>
  tx.run(
    db
      .updateTable('tenants')
      .set({ requires_factor: factor_days !== null })
      .where('id', '=', tenant.id),
  );

/** Returns the columns of policies; the grace of a second factor begins when it is first required. */
function toValues(policies: OrganizationPolicies, stored: TableRow<'tenant_policies'> | undefined) {
  const { factorDays } = policies;
  const since = stored?.factor_since ?? sql<Date>`now()`;
  return {
    session_hours: policies.sessionHours,
    idle_hours: policies.idleHours,
    sign_in_methods: policies.signInMethods,
    email_domains: policies.emailDomains && [...new Set(policies.emailDomains)],
    factor_days: factorDays,
    factor_since: factorDays === null ? null : since,
    break_glass_id: isEnforcing(policies) ? policies.breakGlassId : null,
  };
}

const withoutUndefined = ({ factorDays, breakGlassId, ...input }: PoliciesInput) => ({
  ...input,
  ...(factorDays !== undefined && { factorDays }),
  ...(breakGlassId !== undefined && { breakGlassId }),
});

const toPolicies = (row: TableRow<'tenant_policies'> | undefined): OrganizationPolicies => ({
  sessionHours: row?.session_hours ?? null,
  idleHours: row?.idle_hours ?? null,
  signInMethods: (row?.sign_in_methods ?? null) as OrganizationPolicies['signInMethods'],
  emailDomains: row?.email_domains ?? null,
  factorDays: row?.factor_days ?? null,
  breakGlassId: row?.break_glass_id ?? null,
});
