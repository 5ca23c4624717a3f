import { operatorSubdomain, tierAllows } from '#contract/access.ts';
import { limitKeys, monthStart, nextMonthStart, planLimits } from '#contract/usage/limits.ts';
import type { LimitField, LimitKey } from '#contract/usage/limits.ts';
import type { LimitUsage } from '#contract/usage/usage.ts';
import { fromActiveProduct } from '#server/identity/tenants/service/active-product.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { orNotFound, sql } from '#server/platform/database/query.ts';
import type { GuardedReader, TenantReader } from '#server/platform/http/contract/guard.ts';

type Row = Record<LimitKey, number> & Record<LimitField, number>;

/** Lists what the tenant uses of each limit of its plan, in the order of the declaration (R-USE-01). */
export async function listUsage(tenant: TenantReader): Promise<LimitUsage[]> {
  const now = new Date();
  const [found] = await tenant.read(selectUsage(firstIdFrom(monthStart(now))));
  const row = orNotFound(found);
  return limitKeys.map((key) => {
    const { field, period, unit } = planLimits[key];
    return {
      key,
      used: row[key],
      included: row[field] === 0 ? null : row[field] * unit,
      resetsAt: period && nextMonthStart(now).toISOString(),
    };
  });
}

/** Does the same for a member, without what the tier of the plan does not have. */
export async function listEntitledUsage(tenant: GuardedReader): Promise<LimitUsage[]> {
  const limits = await listUsage(tenant);
  const { membership } = await tenant.authorized();
  return limits.filter(isEntitled(membership.tier));
}

/** Returns a filter that keeps the limits of what a tier has. */
export const isEntitled =
  (tier: number) =>
  ({ key }: LimitUsage) =>
    tierAllows(tier, planLimits[key].tier);

/** Returns the lowest id of rows that are created from this instant on: ids begin with their time. */
const firstIdFrom = (at: Date) =>
  `${at.getTime().toString(16).padStart(12, '0')}7`
    .padEnd(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/**
 * Selects use and limits in one query. Without a plan an organization has one seat (R-MEM-04); that of the operator
 * has no limits.
 */
const selectUsage = (firstOfMonth: string) =>
  sql<Row>`
      select
        (select count(*) from memberships
          where tenant_id = ${scopeTenant} and status in (0, 2)) as members,
        (select count(*) from transactions
          where tenant_id = ${scopeTenant} and id >= ${firstOfMonth}::uuid and not sample) as transactions,
        (select coalesce(sum(image_bytes), 0) from transactions
          where tenant_id = ${scopeTenant} and image is not null)::bigint
          + case when icon <> '' then coalesce(icon_bytes, 0) else 0 end
          + case when logo <> '' then coalesce(logo_bytes, 0) else 0 end
          + case when logo_darkmode <> '' then coalesce(logo_darkmode_bytes, 0) else 0 end
          as storage,
        case when tenants.subdomain = ${operatorSubdomain} then 0
          else coalesce(plan.max_users, 1) end as "maxUsers",
        coalesce(plan.max_transactions, 0) as "maxTransactions",
        coalesce(plan.max_storage, 0) as "maxStorage"
      from tenants left join (
        select product.max_users, product.max_transactions, product.max_storage, held.tenant_id
        ${fromActiveProduct}
      ) plan on plan.tenant_id = tenants.id
      where tenants.id = ${scopeTenant}`;
