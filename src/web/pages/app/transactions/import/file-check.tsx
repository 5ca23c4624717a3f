import type { UseQueryResult } from '@tanstack/react-query';
import type { ImportPreview, TransactionImport } from '#contract/imports/imports.ts';
import {
  type ChosenMapping,
  importFields,
  optionalImportFields,
  type ImportField,
} from '#contract/imports/mapping.ts';
import { csvDateFormats } from '#contract/lists/csv.ts';
import { decimalMarks } from '#contract/lists/numerals.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PreviewCard } from './preview-card.tsx';
import type { ChosenFile } from './queries.ts';

type Props = {
  chosen: ChosenFile;
  query: Pick<UseQueryResult<ImportPreview>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  onChange: (change: ChosenMapping) => void;
  onImported: (imported: TransactionImport) => void;
};

/** Shows the check of a file: its columns, and what an import would store (R-IMP-03, R-IMP-04). */
export function FileCheck({ chosen, query, onChange, onImported }: Props) {
  const { t } = useTranslation();
  const { data: preview, error, isFetching, refetch } = query;
  if (error) {
    return (
      <Banner
        role="alert"
        tone="danger"
        action={
          <Button size="sm" variant="white" loading={isFetching} onClick={() => void refetch()}>
            {t('common.action.retry')}
          </Button>
        }
      >
        {failureText(t, error) ?? t('errors.internal')}
      </Banner>
    );
  }
  if (!preview) return <CheckSkeleton />;
  return (
    <>
      <MappingCard {...{ preview, onChange }} />
      <PreviewCard {...{ chosen, preview, onImported }} isChecking={isFetching} />
    </>
  );
}

function CheckSkeleton() {
  const { t } = useTranslation();
  return (
    <Card aria-busy>
      <p role="status" className="sr-only">
        {t('imports.checking')}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-16" />
        ))}
      </div>
    </Card>
  );
}

type MappingCardProps = {
  preview: ImportPreview;
  onChange: (change: ChosenMapping) => void;
};

/** Chooses the column of each field, and how dates and numbers are written; the server suggests both (R-IMP-03). */
function MappingCard({ preview, onChange }: MappingCardProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { columns, dateFormat, decimalMark, encoding, separator, headerLine } = preview;
  return (
    <Card title={t('imports.columns')} description={t('imports.columnsText')}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {importFields.map((field) => (
          <ColumnSelect
            key={field}
            {...{ field, preview }}
            onChange={(column) => onChange({ columns: { ...columns, [field]: column } })}
          />
        ))}
        <Select
          label={t('imports.dateFormat')}
          options={csvDateFormats.map((value) => ({
            value,
            label: t(`imports.${value}`),
          }))}
          placeholder={t('imports.chooseFormat')}
          value={dateFormat ?? ''}
          onChange={({ target }) => {
            const chosen = csvDateFormats.find((value) => value === target.value);
            if (chosen) onChange({ dateFormat: chosen });
          }}
        />
        <Select
          label={t('imports.decimalMark')}
          options={decimalMarks.map((value) => ({
            value,
            label: t(`imports.${value}`),
          }))}
          placeholder={t('imports.chooseFormat')}
          value={decimalMark ?? ''}
          onChange={({ target }) => {
            const chosen = decimalMarks.find((value) => value === target.value);
            if (chosen) onChange({ decimalMark: chosen });
          }}
        />
      </div>
      <p className="pt-4 text-sm text-muted">
        {t('imports.recognized', {
          encoding: encodingNames[encoding],
          separator: t(`imports.separators.${separatorNames[separator]}`),
          row: number(headerLine),
        })}
      </p>
    </Card>
  );
}

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const satisfies Record<ImportPreview['encoding'], string>;

const separatorNames = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
} as const satisfies Record<ImportPreview['separator'], string>;

type ColumnProps = {
  field: ImportField;
  preview: ImportPreview;
  onChange: (column: number | null) => void;
};

/** Chooses the column of a field, with a value of it. */
function ColumnSelect({ field, preview: { columns, header }, onChange }: ColumnProps) {
  const { t } = useTranslation();
  const column = columns[field];
  const example = column === null ? undefined : header[column]?.example;
  const isOptional = (optionalImportFields as readonly ImportField[]).includes(field);
  return (
    <Select
      label={t(`transactions.fields.${field}`)}
      hint={
        example && (
          <span className="block truncate">{t('imports.example', { value: example })}</span>
        )
      }
      placeholder={t(isOptional ? 'imports.none' : 'imports.choose')}
      optional={isOptional}
      options={header.map(({ name }, index) => ({
        value: index,
        label: name || t('imports.unnamed', { number: index + 1 }),
      }))}
      value={column ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  );
}
