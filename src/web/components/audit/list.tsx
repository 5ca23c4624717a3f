import { ScrollText, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { DataList, type DataListProps } from '#web/components/lists/data-list.tsx';
import { ExportButton } from '#web/components/lists/export-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface Props<Entry> extends Pick<DataListProps<Entry>, 'name' | 'state' | 'rows' | 'paging'> {
  exportCsv: () => Promise<Blob>;
}

/** Renders the audit log with its filters and export. */
export function AuditList<Entry extends AuditEntry>({ exportCsv, ...list }: Props<Entry>) {
  const { t } = useTranslation();
  return (
    <DataList
      {...list}
      caption={t('audit.title')}
      rowKey={({ id }) => id}
      tools={
        <ExportButton isTool label={t('audit.export')} file={t('audit.file')} load={exportCsv} />
      }
      empty={
        <EmptyState icon={<ScrollText aria-hidden />} title={t('audit.emptyTitle')}>
          {t('audit.emptyText')}
        </EmptyState>
      }
      nothing={
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('audit.nothingTitle')}
          action={
            <Button variant="white" onClick={list.state.clearFilters}>
              {t('lists.clear')}
            </Button>
          }
        >
          {t('audit.nothingText')}
        </EmptyState>
      }
    />
  );
}
