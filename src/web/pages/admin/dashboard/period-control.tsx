import { useSearchParams } from 'react-router';
import { periodMonths } from '#contract/periods.ts';
import { useTranslation } from '#web/session/translation.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { usePeriod } from './use-period.ts';

/** Renders the choice of the period, which the address keeps. */
export function PeriodControl({ className }: { className?: string }) {
  const { t } = useTranslation();
  const [, setQuery] = useSearchParams();
  const { months } = usePeriod();
  return (
    <SegmentedControl
      label={t('overview.range')}
      className={className}
      segments={periodMonths.map((value) => ({
        value,
        label: t('overview.months', { months: value }),
      }))}
      value={months}
      onChange={({ target }) =>
        setQuery(
          (before) => {
            before.set('months', target.value);
            return before;
          },
          { replace: true, preventScrollReset: true },
        )
      }
    />
  );
}
