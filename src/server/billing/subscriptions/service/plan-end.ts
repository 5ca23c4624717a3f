import { identityTier, tierAllows, transactionsTier } from '#contract/access.ts';
import type { PlanEnd } from '#contract/billing/plan-end.ts';
import { findSeatHolders, planAfterEnd, withoutSeat } from '#server/billing/payments/free-plan.ts';
import { countTransactions } from '#server/billing/payments/trial-recap.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';

/** Returns what stops and what stays without the subscription, by the rules that apply when it ends (decision 77). */
export const getPlanEnd = (tenant: TenantScope): Promise<PlanEnd> =>
  tenant.run(async (tx) => {
    const { id: tenantId } = tenant;
    const selectTenant = db.selectFrom('tenants').select('currency').where('id', '=', tenantId);
    const { currency } = orNotFound(await tx.first(selectTenant));
    const [plan, { members, invitations }, transactions, kept] = await Promise.all([
      planAfterEnd(tx, { tenantId, currency }),
      findSeatHolders(tx, tenantId),
      countTransactions(tx, tenantId),
      tx.one(
        sql<{ identity: boolean }>`select
          exists (select from sso_connections where tenant_id = ${tenantId}::uuid and stage = 'active')
            or exists (select from scim_tokens where tenant_id = ${tenantId}::uuid) as identity`,
      ),
    ]);
    const { tier = 0, maxUsers = 1, title = null, isFree = false } = plan ?? {};
    return {
      plan: title,
      isFree,
      maxUsers,
      members,
      invitations: withoutSeat(invitations, { members, max: maxUsers }).length,
      transactions,
      hidesTransactions: !tierAllows(tier, transactionsTier),
      endsSingleSignOn: kept.identity && !tierAllows(tier, identityTier),
    };
  });
