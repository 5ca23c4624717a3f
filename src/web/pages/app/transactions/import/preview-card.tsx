import { clsx } from 'clsx';
import { useState } from 'react';
import type { ImportPreview, TransactionImport } from '#contract/imports/imports.ts';
import { isCompleteMapping } from '#contract/imports/mapping.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ErrorTable } from './error-table.tsx';
import { ExistingRows } from './existing-rows.tsx';
import { OpenChoices } from './open-choices.tsx';
import { PreviewTable } from './preview-table.tsx';
import type { ChosenFile } from './queries.ts';
import { useImport } from './use-import.ts';

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
