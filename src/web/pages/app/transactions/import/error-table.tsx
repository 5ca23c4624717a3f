import type { ErrorCode } from '#contract/errors.ts';
import type { ImportPreview } from '#contract/imports/imports.ts';
import { previewErrors } from '#contract/imports/limits.ts';
import { errorCodeText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Table } from '#web/ui/table.tsx';

/** Lists the first values that can't be imported, by row and field, with the reason. */
export function ErrorTable({ errors }: Pick<ImportPreview, 'errors'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <>
      <Table
        caption={t('imports.reason')}
        columns={[
          {
            key: 'row',
            header: t('imports.row'),
            render: ({ line }) => `${t('imports.row')} ${number(line)}`,
          },
          {
            key: 'field',
            header: t('imports.field'),
            phone: 'first',
            render: ({ field }) => t(`transactions.fields.${field}`),
          },
          {
            key: 'reason',
            header: t('imports.reason'),
            render: ({ code }) => errorCodeText(t, code as ErrorCode),
          },
        ]}
        rows={errors}
        rowKey={({ line, field }) => `${line} ${field}`}
        empty={null}
      />
      {errors.length === previewErrors && (
        <p className="px-5 pt-3 text-sm text-muted">
          {t('imports.firstErrors', { max: previewErrors })}
        </p>
      )}
    </>
  );
}
