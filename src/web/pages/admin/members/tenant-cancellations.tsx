import { useQuery } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { useCancellationColumns } from '#web/pages/admin/cancellation-columns.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Table } from '#web/ui/table.tsx';

/** Number of cancellations that are shown; few organizations cancel more than once. */
const shown = 10;

/** Renders the latest cancellations of an organization; nothing if it never canceled (R-OPR-08). */
export function TenantCancellations({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const [, ...columns] = useCancellationColumns();
  const { data } = useQuery({
    queryKey: ['operator', 'cancellations', 'of tenant', tenantId],
    queryFn: () => api.cancellations.getAllOfAll({ query: { tenantId, limit: shown } }),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={t('cancellation.title')} flush>
      <Table
        caption={t('cancellation.title')}
        rows={data.items}
        rowKey={({ id }) => id}
        columns={columns}
        empty={null}
      />
    </Card>
  );
}
