import { fromMinor, type Currency } from '#contract/money.ts';
import type { TransactionResults } from '#contract/transactions.ts';
import { compileOnce } from '#server/platform/database/driver/compiled-query.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { orNotFound, sql } from '#server/platform/database/query.ts';
import type { TenantReader } from '#server/platform/http/contract/guard.ts';
import { currencyOfTenant } from './currency.ts';

/** One figure of the period. `side` is 1 for gains, -1 for losses; amounts are minor units. */
type Figure = {
  set: 'side' | 'extreme' | 'streak' | 'day';
  side: number;
  first: string | null;
  last: string | null;
  days: number;
  count: number;
  amount: number;
  currency: Currency;
};

/** Returns gains and losses of the tenant's days in a period, in one query (R-DSH-05). */
export async function compareDays(
  tenant: TenantReader,
  { dateFrom = '0001-01-01', dateTo = '9999-12-31' }: { dateFrom?: string; dateTo?: string },
): Promise<TransactionResults> {
  const figures = await tenant.read(selectFigures({ dateFrom, dateTo }));
  return {
    currency: orNotFound(figures[0]).currency,
    gains: sideOf(figures.filter(({ side }) => side === 1)),
    losses: sideOf(figures.filter(({ side }) => side === -1)),
    days: figures.filter(({ set }) => set === 'day').map(toDay),
  };
}

const toSum = ({ count, amount }: Figure) => ({ count, amount: fromMinor(amount, null) });
const toDay = (figure: Figure) => ({ ...toSum(figure), date: figure.first ?? '' });
const toStreak = (figure: Figure) => ({
  ...toSum(figure),
  days: figure.days,
  from: figure.first ?? '',
  to: figure.last ?? '',
});

function sideOf(figures: readonly Figure[]): TransactionResults['gains'] {
  const find = (set: Figure['set']) => figures.find((figure) => figure.set === set);
  const [total, extreme, streak] = [orNotFound(find('side')), find('extreme'), find('streak')];
  return {
    transactions: toSum(total),
    days: total.days,
    extreme: extreme ? toDay(extreme) : null,
    streak: streak ? toStreak(streak) : null,
  };
}

/**
 * One range scan of `transactions_newest_idx`. A streak is what keeps the difference between the number of a day among all
 * days and its number among those of its side.
 */
const selectFigures = compileOnce(
  (range: Record<'dateFrom' | 'dateTo', string>) =>
    sql<Figure>`
    with days as (
      select date, sign(sum(amount))::integer as side,
        count(*)::integer as count, sum(amount)::bigint as amount,
        count(*) filter (where amount > 0) as gains, sum(amount) filter (where amount > 0) as gained,
        count(*) filter (where amount < 0) as losses, sum(amount) filter (where amount < 0) as lost
      from transactions
      where tenant_id = ${scopeTenant} and date between ${range.dateFrom} and ${range.dateTo}
      group by date
    ), numbered as (
      select *, row_number() over (order by date)
        - row_number() over (partition by side order by date) as streak
      from days
    ), streaks as (
      select side, min(date) as first, max(date) as last, count(*)::integer as days,
        sum(count)::integer as count, sum(amount)::bigint as amount
      from numbered
      where side <> 0
      group by side, streak
    ), figures as (
      select 'side' as set, 1 as side, null::date as first, null::date as last,
        (count(*) filter (where side = 1))::integer as days,
        coalesce(sum(gains), 0)::integer as count, coalesce(sum(gained), 0)::bigint as amount
      from days
      union all
      select 'side', -1, null, null, (count(*) filter (where side = -1))::integer,
        coalesce(sum(losses), 0)::integer, coalesce(sum(lost), 0)::bigint
      from days
      union all
      (select distinct on (side) 'extreme', side, date, date, 1, count, amount
      from days where side <> 0 order by side, abs(amount) desc, date desc)
      union all
      (select distinct on (side) 'streak', side, first, last, days, count, amount
      from streaks order by side, days desc, last desc)
      union all
      select 'day', 0, date, date, 1, count, amount
      from days
      where date >= (select date_trunc('month', max(date)::timestamp) - interval '11 months' from days)
    )
    select *, ${currencyOfTenant} as currency from figures order by set, first`,
);
