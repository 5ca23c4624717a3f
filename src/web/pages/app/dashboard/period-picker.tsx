import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { DateField } from '#web/ui/date/date-field.tsx';
import { isDate, today } from '#web/ui/date/date-text.ts';
import { Select } from '#web/ui/select.tsx';
import {
  isShown,
  periodChoices,
  readPeriod,
  type DateRange,
  type SummaryPeriod,
} from './period.ts';

/** Returns the period that the address names, and a function that changes it there. */
export function useSummaryPeriod() {
  const [query, setQuery] = useSearchParams();
  const choose = (choice: string, range?: DateRange) =>
    setQuery(
      (before) => {
        before.set('period', choice);
        for (const end of ['from', 'to'] as const) {
          if (range) before.set(end, range[end]);
          else before.delete(end);
        }
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return { period: readPeriod(query, today()), choose };
}

type Props = {
  period: SummaryPeriod;
  choose: (choice: string, range?: DateRange) => void;
};

/** Renders the choice of the period, which the address keeps, and the dates of a custom one. */
export function PeriodPicker({ period: { choice, current }, choose }: Props) {
  const { t } = useTranslation();
  const labelOf = (value: (typeof periodChoices)[number]) =>
    value === '3' || value === '6' || value === '12'
      ? t('results.months', { count: Number(value) })
      : t(`app.dashboard.period.${value}`);
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Select
        label={t('app.dashboard.period.label')}
        className="w-full sm:w-56"
        value={choice}
        options={periodChoices.map((value) => ({ value, label: labelOf(value) }))}
        // A custom period begins with the dates that are shown.
        onChange={({ target: { value } }) =>
          choose(value, value === 'custom' ? current : undefined)
        }
      />
      {choice === 'custom' && (
        <CustomDates range={current} choose={(range) => choose('custom', range)} />
      )}
    </div>
  );
}

type CustomProps = { range: DateRange; choose: (range: DateRange) => void };

/** Renders both dates; the period changes when they make one. */
function CustomDates({ range, choose }: CustomProps) {
  const { t, locale } = useTranslation();
  const [draft, setDraft] = useState(range);
  const change = (changed: DateRange) => {
    setDraft(changed);
    if (isShown(changed)) choose(changed);
  };
  const isInOrder = isShown(draft) || !isDate(draft.from) || !isDate(draft.to);
  const errors = {
    from: isDate(draft.from) ? undefined : t('errors.field.date'),
    to: isDate(draft.to) ? undefined : t('errors.field.date'),
    ...(!isInOrder && { to: t('app.dashboard.period.order') }),
  };
  return (['from', 'to'] as const).map((end) => (
    <DateField
      key={end}
      className="min-w-36 flex-1 sm:max-w-44"
      label={t(`app.dashboard.period.${end}`)}
      locale={locale}
      value={draft[end]}
      error={errors[end]}
      onChange={(date) => change({ ...draft, [end]: date })}
    />
  ));
}
