import { fromMinor, type Currency } from '#contract/money.ts';
import type { SummaryQuery, TransactionSummary } from '#contract/transactions.ts';
import { compileOnce } from '#server/platform/database/driver/compiled-query.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { orNotFound, sql } from '#server/platform/database/query.ts';
import type { TenantReader } from '#server/platform/http/contract/guard.ts';
import { currencyOfTenant } from './currency.ts';

/** Sum of a period; of one bucket or one category of it if `set` says so. Amounts are minor units. */
type Sum = {
  /** Null for the sum of both periods, the only row without transactions. */
  isCurrent: boolean | null;
  set: 'period' | 'bucket' | 'category';
  bucket: string | null;
  category: string | null;
  count: number;
  amount: number;
  currency: Currency;
};

const beginning = '0001-01-01';
const end = '9999-12-31';

/** Adds up the tenant's transactions of a period and of the one before in one query (R-DSH-02). */
export async function summarize(
  tenant: TenantReader,
  { by, ...query }: SummaryQuery,
): Promise<TransactionSummary> {
  const dateFrom = query.dateFrom ?? beginning;
  const sums = await tenant.read(
    selectSums({
      by,
      dateFrom,
      dateTo: query.dateTo ?? end,
      // Without a period before, its end lies before every date.
      previousFrom: query.previousFrom ?? (query.previousTo ? beginning : dateFrom),
      previousTo: query.previousTo ?? beginning,
    }),
  );
  return {
    currency: orNotFound(sums[0]).currency,
    current: periodOf(sums.filter(({ isCurrent }) => isCurrent === true)),
    previous: periodOf(sums.filter(({ isCurrent }) => isCurrent === false)),
  };
}

type Period = TransactionSummary['current'];

function periodOf(sums: readonly Sum[]): Period {
  const period: Period = { count: 0, amount: 0, buckets: [], categories: [] };
  for (const { set, bucket, category, count, amount } of sums) {
    const sum = { count, amount: fromMinor(amount, null) };
    if (set === 'bucket') period.buckets.push({ start: bucket ?? '', ...sum });
    else if (set === 'category') period.categories.push({ category, ...sum });
    else Object.assign(period, sum);
  }
  return period;
}

/** One range scan of `transactions_newest_idx`; days between the two periods are skipped. */
const selectSums = compileOnce(
  (range: Record<'by' | 'dateFrom' | 'dateTo' | 'previousFrom' | 'previousTo', string>) =>
    sql<Sum>`
      with recorded as (
        select date >= ${range.dateFrom} as is_current,
          date_trunc(${range.by}, date::timestamp)::date as bucket,
          category,
          quantity * price as amount
        from transactions
        where tenant_id = ${scopeTenant}
          and date between ${range.previousFrom} and ${range.dateTo}
          and (date >= ${range.dateFrom} or date <= ${range.previousTo})
      )
      select is_current as "isCurrent",
        case when grouping(bucket) = 0 then 'bucket'
          when grouping(category) = 0 then 'category'
          else 'period' end as set,
        bucket, category,
        count(*)::integer as count,
        sum(amount)::bigint as amount,
        ${currencyOfTenant} as currency
      from recorded
      group by grouping sets ((), (is_current), (is_current, bucket), (is_current, category))
      order by bucket, abs(sum(amount)) desc, category`,
);
