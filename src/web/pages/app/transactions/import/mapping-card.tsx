import type { ImportPreview } from '#contract/imports/imports.ts';
import {
  importDateFormats,
  importFields,
  type ImportField,
  type ChosenMapping,
} from '#contract/imports/mapping.ts';
import { decimalMarks } from '#contract/numerals.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';

interface Props {
  preview: ImportPreview;
  onChange: (change: ChosenMapping) => void;
}

/** Chooses the column of each field, and how dates and numbers are written; the server suggests both (R-IMP-03). */
export function MappingCard({ preview, onChange }: Props) {
  const { t } = useTranslation();
  const { columns, dateFormat, decimalMark } = preview;
  return (
    <Card
      title={t('transactions.import.columns')}
      description={t('transactions.import.columnsText')}
    >
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {importFields.map((field) => (
          <ColumnSelect
            key={field}
            {...{ field, preview }}
            onChange={(column) => onChange({ columns: { ...columns, [field]: column } })}
          />
        ))}
        <Select
          label={t('transactions.import.dateFormat')}
          options={importDateFormats.map((value) => ({
            value,
            label: t(`transactions.import.${value}`),
          }))}
          placeholder={t('transactions.import.chooseFormat')}
          value={dateFormat ?? ''}
          onChange={({ target }) => {
            const chosen = importDateFormats.find((value) => value === target.value);
            if (chosen) onChange({ dateFormat: chosen });
          }}
        />
        <Select
          label={t('transactions.import.decimalMark')}
          options={decimalMarks.map((value) => ({
            value,
            label: t(`transactions.import.${value}`),
          }))}
          placeholder={t('transactions.import.chooseFormat')}
          value={decimalMark ?? ''}
          onChange={({ target }) => {
            const chosen = decimalMarks.find((value) => value === target.value);
            if (chosen) onChange({ decimalMark: chosen });
          }}
        />
      </div>
    </Card>
  );
}

interface ColumnProps {
  field: ImportField;
  preview: ImportPreview;
  onChange: (column: number | null) => void;
}

/** Chooses the column of a field, with a value of it. */
function ColumnSelect({ field, preview: { columns, header }, onChange }: ColumnProps) {
  const { t } = useTranslation();
  const column = columns[field];
  const example = column === null ? undefined : header[column]?.example;
  const isOptional = field === 'category';
  return (
    <Select
      label={t(`transactions.fields.${field}`)}
      hint={
        example && (
          <span className="block truncate">
            {t('transactions.import.example', { value: example })}
          </span>
        )
      }
      placeholder={t(isOptional ? 'transactions.import.none' : 'transactions.import.choose')}
      optional={isOptional}
      options={header.map(({ name }, index) => ({
        value: index,
        label: name || t('transactions.import.unnamed', { number: index + 1 }),
      }))}
      value={column ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  );
}
