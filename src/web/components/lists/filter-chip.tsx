import { X } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { ActiveFilter, FilterField } from './filters.ts';

const FilterEditor = lazyPart(async () => (await import('./filter-editor.tsx')).FilterEditor);

type Props = {
  active: ActiveFilter;
  /** Opens the editor immediately: the filter has just been added. */
  isNew: boolean;
  onChange: (values: readonly string[]) => void;
  onRemove: () => void;
};

/** Renders a filter in use; pressing it edits its values. */
export function FilterChip({ active, isNew, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const chip = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(isNew);
  const { filter, values } = active;
  const summary = useFilterSummary(active);
  const close = () => {
    setOpen(false);
    if (isNew) onRemove();
  };
  const apply = (chosen: readonly string[]) => {
    setOpen(false);
    if (chosen.some(Boolean)) onChange(chosen);
    else onRemove();
  };
  return (
    <li className="inline-flex max-w-full items-stretch rounded-full border border-line-strong/50 bg-surface text-sm">
      <button
        ref={chip}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="min-h-8 min-w-0 cursor-pointer truncate rounded-l-full py-1 pr-1 pl-3 hover:bg-sunken"
      >
        <span className="text-muted">{filter.label}</span>{' '}
        <span className="font-medium">{summary}</span>
      </button>
      <button
        type="button"
        aria-label={t('lists.removeFilter', { filter: filter.label })}
        title={t('lists.removeFilter', { filter: filter.label })}
        onClick={onRemove}
        className="flex w-8 shrink-0 cursor-pointer items-center justify-center rounded-r-full text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
      {isOpen && (
        <Suspense>
          <FilterEditor
            filter={filter}
            values={values}
            opener={chip}
            onApply={apply}
            onClose={close}
          />
        </Suspense>
      )}
    </li>
  );
}

/** Returns the values of a filter in words. */
function useFilterSummary({ filter, values }: ActiveFilter) {
  const { t } = useTranslation();
  const { date, number } = useFormats();
  const { amount } = useAmounts();
  if (values.length === 0) return '…';
  if (filter.kind === 'choice')
    return choiceSummary(filter, values, (count) => t('lists.choices', { count }));
  if (filter.kind === 'text') return t('lists.containing', { text: values[0] });
  const show = {
    number: (value: string) => number(Number(value)),
    money: (value: string) => number(Number(value)),
    amount: (value: string) => amount(Number(value)),
    date: (value: string) => date(value, 'short'),
  }[filter.kind];
  const [from, to] = values;
  if (from && to) return from === to ? show(from) : `${show(from)} – ${show(to)}`;
  if (from) return t('lists.atLeast', { value: show(from) });
  return to ? t('lists.atMost', { value: show(to) }) : '…';
}

/** Two names at most; of more, their number. */
function choiceSummary(
  { choices }: Extract<FilterField, { kind: 'choice' }>,
  values: readonly string[],
  countText: (count: number) => string,
) {
  const names = values.map((value) => choices.find((one) => one.value === value)?.label ?? value);
  return names.length > 2 ? countText(names.length) : names.join(', ');
}
