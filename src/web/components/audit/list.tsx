import { ScrollText, SearchX } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { DataList, type DataListProps } from '#web/components/lists/data-list.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ExportMenu } from './export-menu.tsx';

type Props<Entry> = {
  /** Fetches all entries that the filters leave. */
  exportAs: ComponentProps<typeof ExportMenu>['load'];
} & Pick<DataListProps<Entry>, 'name' | 'state' | 'rows' | 'paging'>;

/** Renders the audit log with its filters and export. */
export function AuditList<Entry extends AuditEntry>({ exportAs, ...list }: Props<Entry>) {
  const { t } = useTranslation();
  return (
    <DataList
      {...list}
      caption={t('audit.title')}
      rowKey={({ id }) => id}
      tools={<ExportMenu load={exportAs} />}
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
