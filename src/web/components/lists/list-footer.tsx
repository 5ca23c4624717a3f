import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { RowSelection } from '#web/ui/data-table/use-row-selection.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Number of records that the filters leave, and sums of their values. */
export type ListTotals = {
  count: number;
  /** True if there are more records than were counted; their sums are unknown. */
  isPartial?: boolean;
  sums: readonly { label: string; value: string }[];
};

type Props = {
  /** Undefined while loading. */
  totals: ListTotals | undefined;
  selection: RowSelection | undefined;
  /** Buttons that act on the selected rows. */
  bulkActions: ReactNode;
};

/**
 * Renders the totals of a list, or what can be done with the selected rows. It stays at the bottom of a
 * tall window, and announces both numbers.
 */
export function ListFooter({ totals, selection, bulkActions }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const selected = selection?.keys.length ?? 0;
  return (
    <div
      className={clsx(
        'tall:sticky bottom-0 z-10 flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 overflow-x-clip rounded-b-lg border-t border-line px-5 py-2 text-sm',
        selected > 0 ? 'bg-raised shadow-lg' : 'bg-surface',
      )}
    >
      <p role="status" className="font-medium tabular-nums">
        {selected > 0
          ? t('lists.selected', { count: selected })
          : totals &&
            (totals.isPartial
              ? t('lists.manyRecords', { number: number(totals.count) })
              : t('lists.records', { count: totals.count, number: number(totals.count) }))}
      </p>
      {selected > 0 && (
        <>
          <div
            role="group"
            aria-label={t('lists.bulk')}
            className="flex items-center gap-2 max-sm:order-last max-sm:-mx-5 max-sm:w-[calc(100%+2.5rem)] max-sm:overflow-x-auto max-sm:px-5 max-sm:py-1 *:shrink-0"
          >
            {bulkActions}
          </div>
          <Button variant="white" size="sm" className="ml-auto" onClick={selection?.clear}>
            {t('lists.unselect')}
          </Button>
        </>
      )}
      {selected === 0 && (totals ? <Sums {...totals} /> : <Skeleton className="h-4 w-40" />)}
    </div>
  );
}

function Sums({ sums, isPartial }: Pick<ListTotals, 'sums' | 'isPartial'>) {
  const { t } = useTranslation();
  if (sums.length === 0) return null;
  if (isPartial) return <p className="ml-auto text-muted">{t('lists.noSums')}</p>;
  return (
    <dl className="ml-auto flex flex-wrap justify-end gap-x-6 gap-y-1">
      {sums.map(({ label, value }) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
