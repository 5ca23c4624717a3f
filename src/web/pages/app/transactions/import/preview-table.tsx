import { transactionFields } from '#contract/entities/transactions.ts';
import type { ImportPreview } from '#contract/imports/imports.ts';
import { entityColumns } from '#web/components/entity/table.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Table } from '#web/ui/table.tsx';

type PreviewRow = ImportPreview['rows'][number];
const { image: _image, ...fields } = transactionFields;

/** Shows the first rows of a file as they would be stored. */
export function PreviewTable({ rows }: Pick<ImportPreview, 'rows'>) {
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
