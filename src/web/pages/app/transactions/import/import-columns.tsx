import type { TransactionImport } from '#contract/imports/imports.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/table.tsx';
import { useUndoneText } from './use-undone-text.ts';

/** Returns the columns of imports: file, state, who, when, and how many rows. */
export function useImportColumns(): Column<TransactionImport>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const undoneText = useUndoneText();
  return [
    {
      key: 'file',
      header: t('imports.file'),
      render: ({ fileName, undone }) => (
        <>
          <span className="break-all">{fileName}</span>
          {undone && (
            <span className="block text-xs font-normal text-muted">{undoneText(undone)}</span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      header: t('imports.state'),
      phone: 'first',
      render: ({ undone }) => (
        <Badge tone={undone ? 'neutral' : 'success'}>
          {t(undone ? 'imports.undone' : 'imports.done')}
        </Badge>
      ),
    },
    {
      key: 'rows',
      header: t('imports.rows'),
      align: 'end',
      render: ({ rows }) => number(rows),
    },
    {
      key: 'who',
      header: t('imports.who'),
      render: ({ createdBy }) => createdBy?.name ?? t('imports.someone'),
    },
    {
      key: 'when',
      header: t('imports.when'),
      render: ({ createdAt }) => <DateTime at={createdAt} />,
    },
  ];
}
