import { tierAllows } from '#contract/access.ts';
import type { SubscriptionFeature, SubscriptionProduct } from '#contract/products.ts';
import { planLimits, type LimitField, type LimitKey } from '#contract/usage/limits.ts';
import { numberFieldOf } from './computed-features.ts';

const groups = {
  team: ['members', 'chat'],
  records: ['transactions', 'imports', 'storage'],
  plan: [],
  security: ['auditDays', 'policies', 'sso', 'domains', 'scim'],
  developers: ['apiKeys', 'webhooks', 'archives'],
} as const;

export type ComparisonGroup = keyof typeof groups;
/** Row that every catalog has; the others are features that the operator wrote. */
export type ComparisonKey = (typeof groups)[ComparisonGroup][number];
/** Lowest tier of what a plan unlocks without a number. */
export type CapabilityTiers = Record<Exclude<ComparisonKey, LimitKey | 'auditDays'>, number>;

type Feature = Pick<
  SubscriptionFeature,
  'key' | 'value' | 'translateInFrontend' | 'included' | 'order'
>;
export type ComparedPlan = Pick<SubscriptionProduct, 'tier' | 'auditDays' | LimitField> & {
  features: readonly Feature[];
};

/** Presence in a plan, a number (0: unlimited), or the value of the operator's feature. */
type Cell = boolean | number | string;
export type ComparisonRow = { cells: Cell[] } & ({ key: ComparisonKey } | { feature: Feature });

/** Feature that says what the row of transactions computes. */
const transactionsFeature = 'pricing.features.transactions';

/** Returns true for a feature that a computed row already shows. */
const isComputed = (feature: Feature) =>
  numberFieldOf(feature) !== undefined ||
  (feature.translateInFrontend && feature.key === transactionsFeature);

function cellOf(plan: ComparedPlan, key: ComparisonKey, tiers: CapabilityTiers): Cell {
  if (key === 'auditDays') return plan.auditDays;
  if (!(key in planLimits)) return tierAllows(plan.tier, tiers[key as keyof CapabilityTiers]);
  const { field, tier } = planLimits[key as LimitKey];
  return tierAllows(plan.tier, tier) && plan[field];
}

/** Returns a row for each feature that some plan names, in the order of the first that does. */
function featureRows(plans: readonly ComparedPlan[]): ComparisonRow[] {
  const all = plans.flatMap(({ features }) => features.toSorted((a, b) => a.order - b.order));
  const named = new Map(all.toReversed().map((feature) => [feature.key, feature]));
  const keys = new Set(all.filter((feature) => !isComputed(feature)).map(({ key }) => key));
  return [...keys].flatMap((key) => {
    const feature = named.get(key);
    if (!feature) return [];
    const cells = plans.map(({ features }): Cell => {
      const own = features.find((each) => each.key === key);
      return own?.included ? (own.value ?? true) : false;
    });
    return [{ feature, cells }];
  });
}

/**
 * Returns the groups of rows that compare plans. Limits come from the fields that the database enforces, capabilities
 * from the tiers that the guard requires, so that the table can't promise anything else (R-PRD-13).
 */
export function comparePlans(plans: readonly ComparedPlan[], tiers: CapabilityTiers) {
  const all = Object.entries(groups).map(([name, keys]) => ({
    group: name as ComparisonGroup,
    rows:
      name === 'plan'
        ? featureRows(plans)
        : keys.map((key): ComparisonRow => ({
            key,
            cells: plans.map((plan) => cellOf(plan, key, tiers)),
          })),
  }));
  return all.filter(({ rows }) => rows.length > 0);
}
