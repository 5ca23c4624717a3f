import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { identityTier, tierAllows } from '#contract/access.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { auditColumns } from '#web/components/audit/columns.tsx';
import { AuditList } from '#web/components/audit/list.tsx';
import { useAuditList } from '#web/components/audit/use-audit-list.ts';
import { personName } from '#web/components/initials.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';

export const handle: RouteHandle = { title: 'audit.title' };

/** Events that the organization's audit log holds besides changes of data. */
const tenantsEvents = [
  'impersonation.started',
  'impersonation.ended',
  'resource.downloaded',
  'samples.added',
  'samples.removed',
  'audit.exported',
] as const;

const nouns = ['tenant', 'member', 'joinLink', 'tenantProduct', 'payment', 'transaction'] as const;

/** Lists the audit log of the organization for its owners and admins (R-SEC-13). */
export default function AuditLog() {
  const { t } = useTranslation();
  const { tenant, tier, product } = useSession();
  const days = product?.subscriptionProduct.auditDays ?? 0;
  const { state, query } = useAuditList(auditColumns(t), {
    nouns: tierAllows(tier, identityTier) ? [...nouns, 'verifiedDomain', 'ssoConnection'] : nouns,
    others: tenantsEvents,
    people: useMemberChoices(tenant.id),
  });
  const list = useInfiniteQuery(listQuery(tenantQueryKey('audit'), query, api.audit.getAll));
  return (
    <ListPage
      title={t('audit.title')}
      text={[
        t('audit.text', { organization: tenant.name }),
        ...(days > 0 ? [t('audit.keptFor', { count: days })] : []),
      ].join(' ')}
      list={list}
    >
      <AuditList
        name="audit"
        state={state}
        rows={loadedRows(list)}
        paging={list}
        exportAs={(chosen) => api.audit.export({ query: { ...query, ...chosen } })}
      />
    </ListPage>
  );
}

/** Returns the members of the organization as choices of a filter; none until they have loaded. */
function useMemberChoices(tenantId: string) {
  const { data = [] } = useQuery({
    queryKey: tenantQueryKey('members'),
    queryFn: () => api.members.getAll({ params: { tenantId } }),
  });
  return data.map((member) => ({ value: member.userId, label: personName(member) }));
}
