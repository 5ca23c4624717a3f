import { useState } from 'react';
import { maxImportBytes, maxImportRows } from '#contract/imports/limits.ts';
import { randomUuid } from '#web/api/random-uuid.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { readAsDataUrl } from '#web/ui/files.ts';
import type { ChosenFile } from './queries.ts';

type Props = {
  chosen: ChosenFile | undefined;
  /** Why the server refused the content of the file. */
  refusal: string | undefined;
  onChange: (chosen: ChosenFile | undefined) => void;
};

const megabytes = maxImportBytes / 1_000_000;

/** Takes the file to import; the server checks its content (R-IMP-02). */
export function FileCard({ chosen, refusal, onChange }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const readOnly = useReadOnly();
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    const [, content = ''] = (await readAsDataUrl(file)).split(',');
    setProblem(content === '' ? t('errors.import.empty') : undefined);
    onChange(content === '' ? undefined : { key: randomUuid(), file, content });
  };
  const change = (file: File | undefined) => {
    setProblem(undefined);
    onChange(undefined);
    if (file) take(file).catch(() => setProblem(t('imports.fileFailed')));
  };
  return (
    <Card>
      <FileField
        label={t('imports.file')}
        hint={t('imports.fileHint', { max: megabytes, rows: number(maxImportRows) })}
        error={problem ?? refusal}
        limits={{ accept: '.csv,.tsv,.txt,text/csv', maxBytes: maxImportBytes }}
        messages={{
          type: t('imports.fileType'),
          size: t('imports.fileSize', { max: megabytes }),
          count: t('common.file.fileCount'),
        }}
        disabled={readOnly !== null}
        value={chosen ? [chosen.file] : []}
        onChange={([file]) => change(file)}
      />
    </Card>
  );
}
