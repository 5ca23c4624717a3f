import { useState, type ReactNode } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  empty: ReactNode;
  renderActions?: (row: Row) => ReactNode;
};

const step = 20;

/** Lists the newest records of a kind, with their total. */
export function NewestRecords<Row extends { id: string }>(props: Props<Row>) {
  const { caption, columns, rows, empty, renderActions } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState(step);
  return (
    <Card flush>
      <Table
        caption={caption}
        columns={columns}
        rows={rows.slice(0, shown)}
        rowKey={({ id }) => id}
        empty={empty}
        {...(renderActions && { renderActions })}
      />
      {rows.length > shown && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3">
          <p className="text-sm text-muted">{t('sandbox.shown', { shown, count: rows.length })}</p>
          <Button size="sm" variant="white" onClick={() => setShown(shown + step)}>
            {t('common.action.loadMore')}
          </Button>
        </div>
      )}
    </Card>
  );
}
