import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Role } from '#contract/access.ts';
import { api } from '#web/api/api.ts';
import { tenantKey } from '#web/api/queries.ts';
import { AuditExport } from '#web/components/audit-export.tsx';
import { AuditFilters } from '#web/components/audit-filters.tsx';
import { AuditNothing } from '#web/components/audit-nothing.tsx';
import { AuditTable } from '#web/components/audit-table.tsx';
import { ListPage } from '#web/components/list-page.tsx';
import { pagedQuery, rowsOf } from '#web/components/paged-query.ts';
import { useAuditAsked } from '#web/components/use-audit-asked.ts';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import type { Route } from './+types/index.ts';

export const handle: Titled = { title: 'audit.title' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires({ role: Role.Admin })];

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
  const asked = useAuditAsked();
  const { chosen } = asked;
  const list = useInfiniteQuery(
    pagedQuery(tenantKey('audit', chosen), (range) =>
      api.audit.getAll({ query: { ...range, ...chosen } }),
    ),
  );
  return (
    <ListPage
      title={t('audit.title')}
      text={t('audit.text', { organization: tenant.name })}
      list={list}
      actions={<AuditExport ask={() => api.audit.export({ query: chosen })} />}
      bar={
        <AuditFilters
          asked={asked}
          nouns={['tenant', 'member', 'joinLink', 'tenantProduct', 'payment', 'transaction']}
          others={tenantsEvents}
        />
      }
    >
      <AuditTable entries={rowsOf(list)} empty={<AuditNothing asked={asked} />} />
    </ListPage>
  );
}
