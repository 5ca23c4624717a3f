import { ScrollText, SearchX, Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { AuditEntry, AuditFormat } from '#contract/audit.ts';
import type { Locale } from '#locales/locales.ts';
import { DataList, type DataListProps } from '#web/components/lists/data-list.tsx';
import { useExport } from '#web/components/lists/use-export.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';

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

type ExportMenuProps = {
  load: (chosen: { format: AuditFormat; language: Locale }) => Promise<Blob>;
};

/** Downloads the shown entries of the audit log, in the format that is chosen. */
function ExportMenu({ load }: ExportMenuProps) {
  const { t } = useTranslation();
  const save = useExport(t('audit.file'));
  const start = (format: AuditFormat) =>
    save.mutate({ load: (language) => load({ format, language }), extension: format });
  return (
    <Menu
      label={t('audit.export')}
      align="end"
      trigger={
        <Button
          variant="white"
          className="sm:max-xl:px-3"
          title={t('audit.export')}
          loading={save.isPending}
        >
          <Download aria-hidden className="size-4" />
          <span className="sm:max-xl:sr-only">{t('audit.export')}</span>
        </Button>
      }
    >
      <MenuItem onClick={() => start('csv')}>{t('audit.csv')}</MenuItem>
      <MenuItem onClick={() => start('jsonl')}>{t('audit.jsonl')}</MenuItem>
    </Menu>
  );
}
