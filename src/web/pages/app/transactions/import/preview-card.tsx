import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { transactionFields } from '#contract/entities/transactions.ts';
import type { ImportPreview, TransactionImport } from '#contract/imports/imports.ts';
import {
  isCompleteMapping,
  missingFields,
  type CompleteImportMapping,
} from '#contract/imports/mapping.ts';
import { api } from '#web/api/api.ts';
import { entityColumns } from '#web/components/entity/table.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { isLimitFailure, useLimitPrompt } from '#web/components/usage/use-limit-prompt.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Table } from '#web/ui/table.tsx';
import { ErrorTable } from './error-table.tsx';
import { type ChosenFile, refreshImports } from './queries.ts';

type Props = {
  chosen: ChosenFile;
  preview: ImportPreview;
  /** True while a changed mapping is checked. */
  isChecking: boolean;
  onImported: (imported: TransactionImport) => void;
};

/** Shows what an import would store and what is wrong, and imports the file (R-IMP-04, R-IMP-06). */
export function PreviewCard({ chosen, preview, isChecking, onImported }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [skipWrong, setSkipWrong] = useState(false);
  const [skipExisting, setSkipExisting] = useState(true);
  const run = useImport(chosen, onImported);
  const { rows, valid, wrong, errors, left, existing } = preview;
  const added = skipExisting ? valid - existing.rows : valid;
  const isBeyondLimit = left !== null && added > left;
  const isReady =
    isCompleteMapping(preview) && added > 0 && (wrong === 0 || skipWrong) && !isBeyondLimit;
  const submit = () => {
    if (isCompleteMapping(preview)) run.mutate({ mapping: preview, skipWrong, skipExisting });
  };
  const validText = t('imports.valid', { count: valid, number: number(valid) });
  const wrongText = t('imports.wrong', { count: wrong, number: number(wrong) });
  return (
    <Card
      flush
      title={t('imports.preview')}
      description={t('imports.previewText')}
      footer={
        <Button disabled={!isReady || isChecking} loading={run.isPending} onClick={submit}>
          {added > 0
            ? t('imports.submit', { count: added, number: number(added) })
            : t('imports.nothing')}
        </Button>
      }
    >
      <p role="status" aria-busy={isChecking} className="sr-only">
        {isCompleteMapping(preview) && `${validText}. ${wrong > 0 ? wrongText : ''}`}
      </p>
      <div className="grid gap-3 px-5 pb-5 empty:hidden">
        <OpenChoices preview={preview} />
        {valid > 0 && <Banner tone="success">{validText}</Banner>}
        {existing.rows > 0 && (
          <ExistingRows {...{ preview }} isSkipped={skipExisting} onChange={setSkipExisting} />
        )}
        {isBeyondLimit && (
          <Banner tone="warning" title={t('imports.left', { count: left, number: number(left) })}>
            {t('imports.leftText')}
          </Banner>
        )}
      </div>
      {rows.length > 0 && <PreviewTable rows={rows} />}
      {wrong > 0 && (
        <div className={clsx(rows.length > 0 && 'border-t border-line pt-5')}>
          <div className="px-5 pb-5">
            <Banner tone="danger" title={wrongText}>
              {t('imports.wrongText')}
            </Banner>
          </div>
          <ErrorTable {...{ errors }} />
          <Checkbox
            className="p-5"
            label={t('imports.skip')}
            hint={t('imports.skipHint')}
            checked={skipWrong}
            onChange={({ target }) => setSkipWrong(target.checked)}
          />
        </div>
      )}
    </Card>
  );
}

type PreviewRow = ImportPreview['rows'][number];
const { image: _image, ...fields } = transactionFields;

/** Shows the first rows of a file as they would be stored. */
function PreviewTable({ rows }: Pick<ImportPreview, 'rows'>) {
  const { t, textsOf } = useTranslation();
  const columns = entityColumns<typeof fields, PreviewRow>({
    fields,
    columns: ['description', 'quantity', 'price', 'amount', 'category', 'date'],
    headers: textsOf('transactions.fields'),
  });
  return (
    <Table
      caption={t('imports.preview')}
      columns={columns}
      rows={rows}
      rowKey={({ line }) => String(line)}
      empty={null}
    />
  );
}

/** Names what a person has to choose before the file can be imported. */
function OpenChoices({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const missing = missingFields(preview.columns);
  const unclear = (['dateFormat', 'decimalMark'] as const).filter((name) => preview[name] === null);
  return (
    <>
      {missing.length > 0 && (
        <Banner tone="info">
          {t('imports.missing', {
            fields: missing.map((field) => t(`transactions.fields.${field}`)).join(', '),
          })}
        </Banner>
      )}
      {unclear.length > 0 && (
        <Banner tone="warning">
          {t('imports.unclear', {
            formats: unclear.map((name) => t(`imports.${name}`)).join(', '),
          })}
        </Banner>
      )}
    </>
  );
}

type ExistingRowsProps = {
  preview: ImportPreview;
  isSkipped: boolean;
  onChange: (isSkipped: boolean) => void;
};

/** Tells how many rows exist as transactions already, and leaves them out or imports them again (R-IMP-10). */
function ExistingRows({ preview: { existing, valid }, isSkipped, onChange }: ExistingRowsProps) {
  const { t } = useTranslation();
  const { number, date } = useFormats();
  const { rows, from } = existing;
  return (
    <>
      <Banner
        tone="warning"
        title={t('imports.existing', { count: rows, number: number(rows), valid: number(valid) })}
      >
        {from &&
          t('imports.existingFrom', { file: from.fileName, time: date(from.createdAt, 'long') })}
      </Banner>
      <Checkbox
        label={t('imports.skipExisting')}
        hint={t('imports.skipExistingHint')}
        checked={isSkipped}
        onChange={({ target }) => onChange(target.checked)}
      />
    </>
  );
}

type Order = { mapping: CompleteImportMapping; skipWrong: boolean; skipExisting: boolean };

/** Returns the mutation that imports a file; a refusal is explained in a dialog. */
function useImport(
  { file, content }: ChosenFile,
  onImported: (imported: TransactionImport) => void,
) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const promptLimit = useLimitPrompt();
  return useMutation({
    mutationFn: ({ mapping: { columns, dateFormat, decimalMark }, ...skipped }: Order) =>
      api.imports.create({
        body: { fileName: file.name, content, columns, dateFormat, decimalMark, ...skipped },
      }),
    onSuccess: onImported,
    onError: (error) =>
      void (isLimitFailure(error)
        ? promptLimit(error)
        : dialogs.error({ text: failureText(t, error) ?? t('errors.internal') })),
    onSettled: () => refreshImports(),
  });
}
