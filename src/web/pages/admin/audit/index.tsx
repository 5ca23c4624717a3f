import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#web/api/api.ts';
import { AuditEmptyState } from '#web/components/audit/empty-state.tsx';
import { AuditExport } from '#web/components/audit/export.tsx';
import { AuditFilters } from '#web/components/audit/filters.tsx';
import { AuditTable } from '#web/components/audit/table.tsx';
import { useAuditFilter } from '#web/components/audit/use-audit-filter.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { Button } from '#web/ui/button.tsx';

export const handle: RouteHandle = { title: 'audit.title' };

/** Lists the audit log of all organizations, or of the one in the address (R-SEC-13). */
export default function OperatorsAuditLog() {
  const { t } = useTranslation();
  const state = useAuditFilter();
  const { tenantId } = state;
  const query = { ...state.query, ...(tenantId && { tenantId }) };
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'audit', query], (range) =>
      api.audit.getAllOfAll({ query: { ...range, ...query } }),
    ),
  );
  return (
    <ListPage
      title={t('audit.title')}
      text={t(tenantId ? 'audit.textOfOne' : 'audit.textOfAll')}
      list={list}
      actions={
        <>
          {tenantId && (
            <Button variant="white" onClick={() => state.setParams({ tenantId: '' })}>
              {t('audit.everything')}
            </Button>
          )}
          <AuditExport load={() => api.audit.exportOfAll({ query })} />
        </>
      }
      bar={<AuditFilters state={state} />}
    >
      <AuditTable
        entries={loadedRows(list)}
        empty={<AuditEmptyState state={state} />}
        more={[
          {
            key: 'organization',
            header: t('audit.organization'),
            render: ({ tenant }) => tenant && <Tenant {...tenant} />,
          },
        ]}
      />
    </ListPage>
  );
}

/** Renders an organization; a deleted one is shown by the end of its id. */
function Tenant({ id, name }: { id: string; name: string | null }) {
  const { t } = useTranslation();
  if (!name) return <span className="text-muted">{t('audit.gone', { id: id.slice(-8) })}</span>;
  return (
    <Link to={`/admin/users/${id}`} className="wrap-anywhere underline-offset-4 hover:underline">
      {name}
    </Link>
  );
}
