import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { OrganizationLinks } from './organization-links.tsx';
import { MemberActions } from './row-actions.tsx';
import { TenantCancellations } from './tenant-cancellations.tsx';
import { useMemberList } from './use-member-list.ts';

export const handle: RouteHandle = { title: 'members.title' };

/** Lists the members of one organization, with pending invitations and requests. */
export default function MembersOfTenant() {
  const { t } = useTranslation();
  const { tenantId = '' } = useParams();
  const state = useMemberList(t);
  const list = useInfiniteQuery(
    listQuery(['operator', 'members'], { ...state.query, tenantId }, api.members.getAllOfAll),
  );
  const name = useTenantName(tenantId);
  return (
    <ListPage
      title={
        name === undefined
          ? t('admin.users.title')
          : t('admin.users.titleOf', { organization: name })
      }
      text={t('admin.users.textOf')}
      list={list}
      actions={<OrganizationLinks tenantId={tenantId} />}
    >
      <DataList
        name="operator.members"
        caption={t('admin.users.title')}
        rows={loadedRows(list)}
        csv={exportList({ ...state.query, tenantId }, api.members.exportOfAll)}
        rowKey={({ id }) => id}
        state={state}
        paging={list}
        bar={<TenantCancellations tenantId={tenantId} />}
        renderActions={(member) => <MemberActions member={member} />}
        empty={
          <EmptyState icon={<UsersRound aria-hidden />} title={t('admin.users.emptyTitle')}>
            {t('admin.users.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}

/** Returns the organization's name, read from its first member: every organization has one. */
function useTenantName(tenantId: string) {
  const { data } = useQuery({
    queryKey: ['operator', 'tenant name', tenantId],
    queryFn: () => api.members.getAllOfAll({ query: { tenantId, limit: 1 } }),
  });
  return data?.items[0]?.tenant.name;
}
