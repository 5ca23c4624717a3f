import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Role } from '#contract/access.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { AuditEmptyState } from '#web/components/audit/empty-state.tsx';
import { AuditExport } from '#web/components/audit/export.tsx';
import { AuditFilters } from '#web/components/audit/filters.tsx';
import { AuditTable } from '#web/components/audit/table.tsx';
import { useAuditFilter } from '#web/components/audit/use-audit-filter.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import type { Route } from './+types/index.ts';

export const handle: RouteHandle = { title: 'audit.title' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Admin }),
];

/** Events that the organization's audit log holds besides changes of data. */
const tenantsEvents = [
  'impersonation.started',
  'impersonation.ended',
  'resource.downloaded',
  'audit.exported',
] as const;

/** Lists the audit log of the organization for its owners and admins (R-SEC-13). */
export default function AuditLog() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const state = useAuditFilter();
  const { query } = state;
  const list = useInfiniteQuery(
    pagedQuery(tenantQueryKey('audit', query), (range) =>
      api.audit.getAll({ query: { ...range, ...query } }),
    ),
  );
  return (
    <ListPage
      title={t('audit.title')}
      text={t('audit.text', { organization: tenant.name })}
      list={list}
      actions={<AuditExport load={() => api.audit.export({ query })} />}
      bar={
        <AuditFilters
          state={state}
          nouns={['tenant', 'member', 'joinLink', 'tenantProduct', 'payment', 'transaction']}
          others={tenantsEvents}
        />
      }
    >
      <AuditTable entries={loadedRows(list)} empty={<AuditEmptyState state={state} />} />
    </ListPage>
  );
}
