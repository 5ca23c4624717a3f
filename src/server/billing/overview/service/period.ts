import { z } from 'zod';
import type { HandlerInput } from '#contract/endpoint.ts';
import { currencies, type Currency } from '#contract/money.ts';
import type {
  EndedTrial,
  FailedInvoice,
  overview,
  PeriodFigures,
  RetainedRevenue,
} from '#contract/overview.ts';
import { opaqueText } from '#contract/shapes.ts';
import { lastMonths } from '#server/billing/overview/revenue.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql, type RawBuilder } from '#server/platform/database/query.ts';
import { isOneOf, searchCondition } from '#server/platform/database/search.ts';
import { readSortedPage, timestampText } from '#server/platform/http/contract/cursor.ts';

type OverviewEndpoints = (typeof overview)['endpoints'];
type PeriodQuery<E extends 'getTrials' | 'getRetention' | 'getFailedInvoices'> = HandlerInput<
  OverviewEndpoints[E]
>['query'];

/** Months in UTC up to now, by the provider's clock. */
type Period = { since: Date; now: Date };

async function readPeriod(tx: DbTransaction, months: number): Promise<Period> {
  const { now } = await tx.one(sql<{ now: Date }>`select app.billing_now() as now`);
  const [first = ''] = lastMonths(now, months);
  return { since: new Date(`${first}-01T00:00:00Z`), now };
}

/** Returns the figures of a period by currency; for the operator (R-OPR-09). */
export const getPeriod = (database: Database, { months }: { months: number }) =>
  database.operator(async (tx): Promise<PeriodFigures[]> => {
    const period = await readPeriod(tx, months);
    const [sold, trials, retained, failed] = await Promise.all([
      tx.all(db.selectFrom('subscription_prices').select('currency').distinct()),
      tx.all(countTrials(period)),
      tx.all(sumRetained(period)),
      tx.all(countFailedInvoices(period)),
    ]);
    const inCatalog = currencies.filter((code) => sold.some(({ currency }) => currency === code));
    return inCatalog.map((currency) => {
      const inCurrency = <R extends { currency: string }>(rows: R[]) =>
        rows.find((row) => row.currency === currency);
      const { ended = 0, converted = 0 } = inCurrency(trials) ?? {};
      const { before = 0, now = 0 } = inCurrency(retained) ?? {};
      const { failures = 0, recovered = 0 } = inCurrency(failed) ?? {};
      return {
        currency,
        trials: { ended, converted },
        retention: { before, now },
        invoices: { failed: failures, recovered },
      };
    });
  });

/** Returns the search for organizations by the column that has their ids. */
const tenantsOf = (column: RawBuilder<string>) => ({ table: 'tenants', column }) as const;

/** Returns the condition that something is paid, or not; both without a choice or with both. */
const isPaid = (at: RawBuilder<unknown>, paid: readonly string[] | undefined) =>
  isOneOf(sql`case when ${at} is null then 'no' else 'yes' end`, paid);

/** An organization may have paid in several currencies. */
const organizationInCurrency = sql<string>`retained.currency || ' ' || retained.tenant_id`;

/** Amount in a cursor. */
const wholeNumber = z.string().regex(/^-?\d{1,18}$/);

/** The end of a trial: its last moment, or earlier when it was canceled; equals the expression of an index. */
export const trialEnd = sql<Date>`case when held.status = 'canceled' and held.end_date < held.trial_ends
  then held.end_date else held.trial_ends end`;

/**
 * Selects the trials that ended in a period. `paid_at` is when the ledger has the first payment of the
 * organization after the trial began: null while there is none.
 */
const selectEndedTrials = ({ since, now }: Period) =>
  db.selectFrom(
    db
      .selectFrom('tenant_products as held')
      .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
      .leftJoin('revenue_movements as movement', (on) =>
        on
          .onRef('movement.tenant_id', '=', 'held.tenant_id')
          .onRef('movement.at', '>=', 'held.start_date')
          .on('movement.kind', '=', 'new'),
      )
      // Neither converted nor lost: an operator granted a plan instead.
      .where('held.granted', '=', false)
      .where('held.trial_ends', 'is not', null)
      .where(trialEnd, '>=', since)
      .where(trialEnd, '<=', now)
      .groupBy(['held.tenant_id', 'held.id', 'price.currency', 'price.subscription_product_id'])
      .groupBy(trialEnd)
      .select(['held.tenant_id', 'held.id', 'price.currency', 'price.subscription_product_id'])
      .select(trialEnd.as('ended_at'))
      .select(({ fn }) => fn.min<Date | null>('movement.at').as('paid_at'))
      .as('trial'),
  );

const countTrials = (period: Period) =>
  selectEndedTrials(period)
    .groupBy('trial.currency')
    .select(({ fn }) => [
      'trial.currency',
      fn.countAll<number>().as('ended'),
      fn.count<number>('trial.paid_at').as('converted'),
    ]);

/** Lists the trials that ended in a period; for the operator. */
export const listEndedTrials = (
  database: Database,
  { months, currency, paid, search, descending, ...page }: PeriodQuery<'getTrials'>,
) =>
  database.operator(async (tx) => {
    const rows = selectEndedTrials(await readPeriod(tx, months))
      .innerJoin('tenants', 'tenants.id', 'trial.tenant_id')
      .innerJoin('subscription_products as product', 'product.id', 'trial.subscription_product_id')
      .selectAll('trial')
      .select(['tenants.name', 'product.title'])
      .where(await searchCondition(tx, search, tenantsOf(sql<string>`trial.tenant_id`)))
      .where(isPaid(sql`trial.paid_at`, paid))
      .where(isOneOf(sql`trial.currency`, currency));
    const { items, next } = await readSortedPage(tx, page, {
      rows,
      key: sql`trial.ended_at`,
      keySchema: timestampText,
      id: sql`trial.id`,
      descending,
      isFiltered: true,
    });
    const toRecord = (row: (typeof items)[number]): EndedTrial => ({
      id: row.id,
      tenant: { id: row.tenant_id, name: row.name },
      product: row.title,
      currency: row.currency as Currency,
      endedAt: row.ended_at.toISOString(),
      paidAt: row.paid_at?.toISOString() ?? null,
    });
    return { items: items.map(toRecord), next };
  });

/** Selects the revenue of organizations that paid when a period began: then and now, by the ledger. */
const selectRetained = ({ since }: Period) =>
  db.selectFrom(
    db
      .selectFrom('revenue_movements')
      .groupBy(['tenant_id', 'currency'])
      .select(['tenant_id', 'currency'])
      .select(sql<number>`(sum(after - before) filter (where at < ${since}))::bigint`.as('began'))
      .select(sql<number>`sum(after - before)::bigint`.as('remains'))
      .having(sql<boolean>`sum(after - before) filter (where at < ${since}) > 0`)
      .as('retained'),
  );

const sumRetained = (period: Period) =>
  selectRetained(period)
    .groupBy('retained.currency')
    .select('retained.currency')
    .select(sql<number>`sum(retained.began)::bigint`.as('before'))
    .select(sql<number>`sum(retained.remains)::bigint`.as('now'));

/** Lists the organizations that paid when a period began, with their revenue; for the operator. */
export const listRetained = (
  database: Database,
  { months, currency, search, sort, descending, ...page }: PeriodQuery<'getRetention'>,
) =>
  database.operator(async (tx) => {
    const rows = selectRetained(await readPeriod(tx, months))
      .leftJoin('tenants', 'tenants.id', 'retained.tenant_id')
      .selectAll('retained')
      .select([organizationInCurrency.as('id'), 'tenants.name'])
      .where(await searchCondition(tx, search, tenantsOf(sql<string>`retained.tenant_id`)))
      .where(isOneOf(sql`retained.currency`, currency));
    const { items, next } = await readSortedPage(tx, page, {
      rows,
      key: { before: sql<string>`retained.began`, now: sql<string>`retained.remains` }[sort],
      keySchema: wholeNumber,
      id: organizationInCurrency,
      idSchema: opaqueText(50),
      descending,
      isFiltered: true,
    });
    const toRecord = (row: (typeof items)[number]): RetainedRevenue => ({
      tenant: { id: row.tenant_id, name: row.name },
      currency: row.currency as Currency,
      before: row.began,
      now: row.remains,
    });
    return { items: items.map(toRecord), next };
  });

const countFailedInvoices = ({ since }: Period) =>
  db
    .selectFrom('failed_invoices')
    .where('failed_at', '>=', since)
    .groupBy('currency')
    .select(({ fn }) => [
      'currency',
      fn.countAll<number>().as('failures'),
      fn.count<number>('paid_at').as('recovered'),
    ]);

/** Lists the invoices whose payment failed in a period; for the operator. */
export const listFailedInvoices = (
  database: Database,
  { months, currency, paid, search, descending, ...page }: PeriodQuery<'getFailedInvoices'>,
) =>
  database.operator(async (tx) => {
    const { since } = await readPeriod(tx, months);
    const rows = db
      .selectFrom('failed_invoices as invoice')
      .leftJoin('tenants', 'tenants.id', 'invoice.tenant_id')
      .where('invoice.failed_at', '>=', since)
      .selectAll('invoice')
      .select(['invoice.service_id as id', 'tenants.name'])
      .where(await searchCondition(tx, search, tenantsOf(sql<string>`invoice.tenant_id`)))
      .where(isPaid(sql`invoice.paid_at`, paid))
      .where(isOneOf(sql`invoice.currency`, currency));
    const { items, next } = await readSortedPage(tx, page, {
      rows,
      key: sql`invoice.failed_at`,
      keySchema: timestampText,
      id: sql`invoice.service_id`,
      idSchema: opaqueText(200),
      descending,
      isFiltered: true,
    });
    const toRecord = (row: (typeof items)[number]): FailedInvoice => ({
      id: row.id,
      tenant: { id: row.tenant_id, name: row.name },
      currency: row.currency as Currency,
      amount: row.amount,
      failedAt: row.failed_at.toISOString(),
      paidAt: row.paid_at?.toISOString() ?? null,
    });
    return { items: items.map(toRecord), next };
  });
