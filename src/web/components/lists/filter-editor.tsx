import { Popover } from '@base-ui/react/popover';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date/date-field.tsx';
import { isDate } from '#web/ui/date/date-text.ts';
import { MoneyField } from '#web/ui/number-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { FilterField } from './filters.ts';

type Props = {
  filter: FilterField;
  values: readonly string[];
  /** Chip below which it opens; gets the focus back. */
  opener: RefObject<HTMLElement | null>;
  onApply: (values: readonly string[]) => void;
  onClose: () => void;
};

/** Edits the values of a filter in a popover. */
export function FilterEditor({ filter, values, opener, onApply, onClose }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(values);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root
      open
      onOpenChange={(_open, { event }) => {
        // A press on the opener closes it there.
        if (!opener.current?.contains(event.target as Node)) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={opener} align="start" sideOffset={6} className="z-40">
          <Popover.Popup
            ref={popup}
            aria-label={filter.label}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('input')}
            finalFocus={opener}
            className="w-72 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-4 text-ink shadow-lg outline-none"
          >
            <form
              className="grid gap-4"
              onSubmit={(event) => {
                event.preventDefault();
                onApply(draft);
              }}
            >
              <Fields {...{ filter, draft, setDraft }} />
              <Button type="submit" size="sm" className="justify-self-end">
                {t('lists.apply')}
              </Button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type FieldsProps = {
  filter: FilterField;
  draft: readonly string[];
  setDraft: (values: readonly string[]) => void;
};

function Fields({ filter, draft, setDraft }: FieldsProps) {
  const { t } = useTranslation();
  if (filter.kind === 'choice') return <Choices {...{ filter, draft, setDraft }} />;
  if (filter.kind === 'text') {
    return (
      <TextField
        label={t('lists.contains', { field: filter.label })}
        maxLength={200}
        autoComplete="off"
        value={draft[0] ?? ''}
        onChange={({ target }) => setDraft([target.value])}
      />
    );
  }
  const [from = '', to = ''] = draft;
  return (
    <>
      <RangeEnd
        kind={filter.kind}
        label={t('lists.from')}
        value={from}
        onChange={(value) => setDraft([value, to])}
      />
      <RangeEnd
        kind={filter.kind}
        label={t('lists.to')}
        value={to}
        onChange={(value) => setDraft([from, value])}
      />
    </>
  );
}

type EndProps = {
  kind: 'number' | 'money' | 'amount' | 'date';
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** Renders one end of a range. */
function RangeEnd({ kind, label, value, onChange }: EndProps) {
  const { locale } = useTranslation();
  if (kind === 'date') {
    return (
      <DateField
        label={label}
        locale={locale}
        value={value}
        onChange={(date) => onChange(isDate(date) ? date : '')}
      />
    );
  }
  return (
    <MoneyField
      label={label}
      locale={locale}
      decimals={kind === 'number' ? 0 : 2}
      value={value === '' ? null : Number(value)}
      onChange={(amount) => onChange(amount === null ? '' : String(amount))}
    />
  );
}

type ChoiceProps = {
  filter: Extract<FilterField, { kind: 'choice' }>;
} & FieldsProps;

/** Renders the choices as check boxes; a filter of one value keeps the last. */
function Choices({ filter, draft, setDraft }: ChoiceProps) {
  const toggle = (value: string) => {
    if (draft.includes(value)) return setDraft(draft.filter((one) => one !== value));
    return setDraft(filter.single ? [value] : [...draft, value]);
  };
  return (
    <fieldset className="-mx-1 grid max-h-64 gap-3 overflow-y-auto p-1">
      <legend className="sr-only">{filter.label}</legend>
      {filter.choices.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={draft.includes(value)}
          onChange={() => toggle(value)}
        />
      ))}
    </fieldset>
  );
}
