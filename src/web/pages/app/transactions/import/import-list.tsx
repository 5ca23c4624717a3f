import { useInfiniteQuery } from '@tanstack/react-query';
import { loadedRows } from '#web/components/lists/paged-query.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { useImportColumns } from './import-columns.tsx';
import { importsQuery } from './queries.ts';
import { UndoButton } from './undo-button.tsx';

/** Lists the imports of the organization, newest first, and undoes them (R-IMP-07, R-IMP-08). */
export function ImportList() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(importsQuery());
  const columns = useImportColumns();
  return (
    <Card
      flush
      title={t('imports.imports')}
      description={t('imports.importsText')}
      footer={
        list.hasNextPage && (
          <Button
            variant="white"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('common.action.loadMore')}
          </Button>
        )
      }
    >
      <Table
        caption={t('imports.imports')}
        columns={columns}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        renderActions={(made) => !made.undone && <UndoButton made={made} />}
        empty={
          <EmptyState title={t('imports.empty')} className="py-8">
            {t('imports.emptyText')}
          </EmptyState>
        }
      />
    </Card>
  );
}
