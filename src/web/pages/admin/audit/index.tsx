import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { auditColumns } from '#web/components/audit/columns.tsx';
import { AuditList } from '#web/components/audit/list.tsx';
import { useAuditList } from '#web/components/audit/use-audit-list.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { OrganizationLink } from '#web/pages/admin/organization-link.tsx';
import { OrganizationTabs, useOrganizationName } from '#web/pages/admin/organization-tabs.tsx';
import { useTranslation } from '#web/session/translation.ts';

export const handle: RouteHandle = { title: 'audit.title' };

/** Lists the audit log of all organizations, or of the one in the address (R-SEC-13). */
export default function OperatorsAuditLog() {
  const { t } = useTranslation();
  const tenantId = useListQuery().query.get('tenantId') ?? '';
  const name = useOrganizationName(tenantId);
  const organization = {
    key: 'organization',
    header: t('audit.organization'),
    render: ({ tenant }: Entry) => tenant && <Tenant {...tenant} />,
  };
  const { state, query } = useAuditList(auditColumns(t, [organization]));
  const asked = { ...query, ...(tenantId !== '' && { tenantId }) };
  const list = useInfiniteQuery(listQuery(['operator', 'audit'], asked, api.audit.getAllOfAll));
  return (
    <ListPage
      title={t('audit.title')}
      heading={name ?? undefined}
      tabs={tenantId && name !== null && <OrganizationTabs {...{ tenantId, name }} />}
      text={tenantId ? undefined : t('audit.textOfAll')}
      list={list}
    >
      <AuditList
        name="operator.audit"
        state={state}
        rows={loadedRows(list)}
        paging={list}
        exportAs={(chosen) => api.audit.exportOfAll({ query: { ...asked, ...chosen } })}
      />
    </ListPage>
  );
}

type Entry = Awaited<ReturnType<typeof api.audit.getAllOfAll>>['items'][number];

/** Renders an organization; a deleted one is shown by the end of its id. */
function Tenant({ id, name }: { id: string; name: string | null }) {
  const { t } = useTranslation();
  if (!name) return <span className="text-muted">{t('audit.gone', { id: id.slice(-8) })}</span>;
  return <OrganizationLink tenant={{ id, name }} className="wrap-anywhere" />;
}
