import type { HandlerInput } from '#contract/endpoint.ts';
import { currencies, fromMinor, type Currency } from '#contract/money.ts';
import type { Movement, Overview, overview, RunningSubscription } from '#contract/overview.ts';
import { PriceType } from '#contract/periods.ts';
import { id } from '#contract/shapes.ts';
import {
  lastMonths,
  monthlyRevenue,
  type MonthlyMovement,
} from '#server/billing/overview/revenue.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, sql, type RawBuilder } from '#server/platform/database/query.ts';
import {
  createdIn,
  isInState,
  isOneOf,
  isWithinDays,
  searchCondition,
} from '#server/platform/database/search.ts';
import { readSortedPage, timestampText } from '#server/platform/http/contract/cursor.ts';

type OverviewEndpoints = (typeof overview)['endpoints'];
type Status = RunningSubscription['status'];

/** Returns counts and recurring revenue, in minor units per year; for the operator (R-OPR-06). */
export const get = (database: Database): Promise<Overview> =>
  database.operator(async (tx) => {
    const [counts, held, moved] = await Promise.all([
      tx.one(countsQuery),
      tx.all(totalsByStatus),
      tx.all(movementsByMonth),
    ]);
    const { now, ...counted } = counts;
    const count = (status: Status) =>
      held.filter((some) => some.status === status).reduce((sum, some) => sum + some.count, 0);
    return {
      asOf: now.toISOString(),
      ...counted,
      subscriptions: {
        active: count('active'),
        trialing: count('trialing'),
        pastDue: count('past_due'),
      },
      revenue: currencies
        .filter((currency) => [...held, ...moved].some((some) => hasRevenueIn(some, currency)))
        .map((currency) => revenueOf(currency, { held, moved, now })),
    };
  });

type SubscriptionTotals = { currency: string; status: string; count: number; yearly: number };
type RevenueInput = { held: SubscriptionTotals[]; moved: MonthlyMovement[]; now: Date };

/** Returns true if the row brings revenue in this currency: currencies without revenue get no table. */
const hasRevenueIn = (some: SubscriptionTotals | MonthlyMovement, currency: Currency) =>
  some.currency === currency && (!('yearly' in some) || some.yearly > 0);

function revenueOf(currency: Currency, { held, moved, now }: RevenueInput) {
  const yearly = (status: Status) =>
    held.find((some) => some.currency === currency && some.status === status)?.yearly ?? 0;
  return {
    currency,
    paid: yearly('active'),
    trials: yearly('trialing'),
    overdue: yearly('past_due'),
    months: monthlyRevenue(
      moved.filter((one) => one.currency === currency),
      lastMonths(now, 12),
    ),
  };
}

type Counts = Pick<Overview, 'organizations' | 'users' | 'failedMails' | 'failedEvents'>;

const countsQuery = sql<Counts & { now: Date }>`
  select app.billing_now() as now,
    (select count(*) from tenants) as organizations,
    (select count(*) from users) as users,
    (select count(*) from emails where sent_at is null and last_error is not null)
      as "failedMails",
    (select count(*) from provider_events where settled_at is null and last_error is not null)
      as "failedEvents"`;

/** Query for recurring subscriptions that have not ended, with their price; not for granted ones. */
export const runningSubscriptions = db
  .selectFrom('tenant_products as held')
  .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
  .where('price.type', '=', PriceType.Recurring)
  .where('held.granted', '=', false)
  .where('held.status', '<>', 'canceled');

/** The provider reports `active` from the end of a trial, for an hour before it charges. */
const isUnpaidTrial = sql<boolean>`held.trial_ends is not null and not held.paid`;

/** Status for revenue: a trial counts as trialing until it is paid. */
const revenueStatus = sql<string>`case when held.status = 'active' and ${isUnpaidTrial}
  then 'trialing' else held.status end`;

/** Yearly revenue once paid, also for a trial or an overdue subscription. */
const yearlyRevenue = sql<number>`app.yearly_revenue(
  price.price, held.recurring_discount, price.billing_period, 'active')`;

const totalsByStatus = runningSubscriptions
  .select(['price.currency', revenueStatus.as('status')])
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .select(sql<number>`sum(${yearlyRevenue})::bigint`.as('yearly'))
  .groupBy(['price.currency', revenueStatus]);

const monthOf = sql<string>`to_char(movement.at at time zone 'UTC', 'YYYY-MM')`;

const movementsByMonth = sql<MonthlyMovement>`
  select currency, ${monthOf} as month, kind, sum(after - before)::bigint as amount
  from revenue_movements movement group by 1, 2, 3`;

type SubscriptionQuery = HandlerInput<OverviewEndpoints['getSubscriptions']>['query'];

/** Lists the recurring subscriptions behind the figures; for the operator. */
export const listSubscriptions = (
  database: Database,
  { status, currency, search, descending, ...page }: SubscriptionQuery,
) =>
  database.operator(async (tx) => {
    const key = sql<string>`held.id`;
    const tenants = { table: 'tenants', column: sql<string>`held.tenant_id` } as const;
    const rows = runningSubscriptions
      .innerJoin('tenants', 'tenants.id', 'held.tenant_id')
      .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
      .selectAll('held')
      .select(['price.price', 'price.currency', 'price.billing_period'])
      .select(['tenants.name', 'product.title'])
      .select([yearlyRevenue.as('yearly'), revenueStatus.as('status')])
      .where(await searchCondition(tx, search, tenants))
      .where(createdIn(key, page))
      .where(isInState(revenueStatuses, { id: key, chosen: status }))
      .where(isOneOf(sql`price.currency`, currency));
    const list = { rows, key, id: key, keySchema: id, descending, isFiltered: true };
    const { items, next } = await readSortedPage(tx, page, list);
    const toRecord = (row: (typeof items)[number]): RunningSubscription => ({
      id: row.id,
      tenant: { id: row.tenant_id, name: row.name },
      product: row.title,
      price: fromMinor(row.price, row.currency),
      currency: row.currency as Currency,
      billingPeriod: row.billing_period as RunningSubscription['billingPeriod'],
      status: row.status as Status,
      startDate: row.start_date.toISOString(),
      trialEnds: row.trial_ends?.toISOString() ?? null,
      graceEnds: row.grace_ends?.toISOString() ?? null,
      yearly: row.yearly,
    });
    return { items: items.map(toRecord), next };
  });

/** Conditions of `revenueStatus` on columns, whose frequencies the planner knows. */
const revenueStatuses: ReadonlyMap<string, RawBuilder<boolean>> = new Map([
  ['active', sql<boolean>`(held.status = 'active' and not (${isUnpaidTrial}))`],
  [
    'trialing',
    sql<boolean>`(held.status = 'trialing' or held.status = 'active' and ${isUnpaidTrial})`,
  ],
  ['past_due', sql<boolean>`held.status = 'past_due'`],
  ['paused', sql<boolean>`held.status = 'paused'`],
]);

/** Returns the first instant of a month in UTC, some months later. */
function monthStart(month: string, later = 0) {
  const start = new Date(`${month}-01T00:00:00Z`);
  start.setUTCMonth(start.getUTCMonth() + later);
  return start;
}

type MovementQuery = HandlerInput<OverviewEndpoints['getMovements']>['query'];

/** Lists the revenue changes behind a month's figures; for the operator. */
export const listMovements = (
  database: Database,
  { month, kind, currency, search, descending, ...page }: MovementQuery,
) =>
  database.operator(async (tx) => {
    const tenants = { table: 'tenants', column: sql<string>`movement.tenant_id` } as const;
    const rows = db
      .selectFrom('revenue_movements as movement')
      .leftJoin('tenants', 'tenants.id', 'movement.tenant_id')
      .leftJoin('subscription_prices as price', 'price.id', 'movement.subscription_price_id')
      .leftJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
      .selectAll('movement')
      .select(['tenants.name', 'product.title'])
      .where(await searchCondition(tx, search, tenants))
      .where(isWithinDays(sql`movement.at`, [page.atFrom, page.atTo]))
      .$if(month !== undefined, (all) =>
        all
          .where('movement.at', '>=', monthStart(month ?? ''))
          .where('movement.at', '<', monthStart(month ?? '', 1)),
      )
      .where(isOneOf(sql`movement.kind`, kind))
      .where(isOneOf(sql`movement.currency`, currency));
    const { items, next } = await readSortedPage(tx, page, {
      rows,
      key: sql`movement.at`,
      keySchema: timestampText,
      id: sql`movement.id`,
      descending,
      isFiltered: true,
    });
    const toRecord = (row: (typeof items)[number]): Movement => ({
      id: row.id,
      at: row.at.toISOString(),
      tenant: { id: row.tenant_id, name: row.name },
      product: row.title,
      currency: row.currency as Currency,
      kind: row.kind as Movement['kind'],
      before: row.before,
      after: row.after,
    });
    return { items: items.map(toRecord), next };
  });
