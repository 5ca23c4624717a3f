import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { ListBar } from '#web/pages/admin/list-bar.tsx';
import { ListEmptyState } from '#web/pages/admin/list-empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { memberColumns } from './columns.tsx';
import { OrganizationLinks } from './organization-links.tsx';
import { MemberActions } from './row-actions.tsx';
import { TenantCancellations } from './tenant-cancellations.tsx';

export const handle: RouteHandle = { title: 'admin.users.title' };

/** Lists the members of one organization, with pending invitations and requests. */
export default function MembersOfTenant() {
  const { t } = useTranslation();
  const { tenantId = '' } = useParams();
  const { search } = useListQuery();
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'members', tenantId, search], (range) =>
      api.members.getAllOfAll({ query: { ...range, tenantId, search } }),
    ),
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
      bar={
        <>
          <TenantCancellations tenantId={tenantId} />
          <ListBar />
        </>
      }
    >
      <Table
        caption={t('admin.users.title')}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        columns={memberColumns(t)}
        renderActions={(member) => <MemberActions member={member} />}
        empty={
          <ListEmptyState icon={<UsersRound aria-hidden />} title={t('admin.users.emptyTitle')}>
            {t('admin.users.emptyText')}
          </ListEmptyState>
        }
      />
    </ListPage>
  );
}

/** Returns the organization's name, read from its first member: every organization has one. */
const useTenantName = (tenantId: string) => {
  const { data } = useQuery({
    queryKey: ['operator', 'tenant name', tenantId],
    queryFn: () => api.members.getAllOfAll({ query: { tenantId, limit: 1 } }),
  });
  return data?.items[0]?.tenant.name;
};
