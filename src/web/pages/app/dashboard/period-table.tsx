import { Link } from 'react-router';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { Table } from '#web/ui/table.tsx';
import { bestSoFar, type Bucket } from './buckets.ts';
import type { BucketLength } from './period.ts';
import { transactionsPath } from './transactions-path.ts';
import { useBucketName } from './use-bucket-name.ts';

type Props = {
  id: string;
  caption: string;
  buckets: readonly Bucket[];
  by: BucketLength;
  /** Running totals after each bucket of this period and of the one before. */
  totals: { current: readonly number[]; previous: readonly number[] };
};

/** Renders the values of both charts as a table that opens below them. */
export function PeriodTable({ id, caption, buckets, by, totals }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { amount: format } = useAmounts();
  const { nameOf } = useBucketName(by);
  const texts = useKitTexts();
  const best = bestSoFar(totals.current);
  const rows = buckets.map((bucket, index) => ({ ...bucket, index }));
  const amount = (value: number | undefined) => (value === undefined ? '–' : format(value));
  return (
    <details id={id} className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">
        {texts.chartTable}
      </summary>
      <div className="-mx-5 mt-3">
        <Table
          caption={caption}
          rows={rows}
          rowKey={({ start }) => start}
          empty={null}
          columns={[
            {
              key: 'start',
              header: t(`results.${by}`),
              render: ({ start, range, count }) =>
                count > 0 ? (
                  <Link to={transactionsPath(range)} className="underline underline-offset-4">
                    {nameOf(start)}
                  </Link>
                ) : (
                  nameOf(start)
                ),
            },
            {
              key: 'count',
              header: t('results.transactions'),
              align: 'end',
              render: ({ count }) => number(count),
            },
            {
              key: 'amount',
              header: t('results.amount'),
              align: 'end',
              phone: 'first',
              render: (row) => amount(row.amount),
            },
            {
              key: 'total',
              header: t('results.runningTotal'),
              align: 'end',
              render: ({ index }) => amount(totals.current[index]),
            },
            {
              key: 'best',
              header: t('results.bestSoFar'),
              align: 'end',
              render: ({ index }) => amount(best[index]),
            },
            {
              key: 'previous',
              header: t('results.previousTotal'),
              align: 'end',
              render: ({ index }) => amount(totals.previous[index]),
            },
          ]}
        />
      </div>
    </details>
  );
}
