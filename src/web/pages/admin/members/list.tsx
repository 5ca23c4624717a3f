import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { pagedQuery, rowsOf } from '#web/components/paged-query.ts';
import { useAsked } from '#web/components/use-asked.ts';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { ListBar } from '#web/pages/admin/list-bar.tsx';
import { Nothing } from '#web/pages/admin/nothing.tsx';
import { Button } from '#web/ui/button.tsx';
import { Table } from '#web/ui/table.tsx';
import { columnsOf } from './columns.tsx';
import { MemberActions } from './row-actions.tsx';

export const handle: Titled = { title: 'admin.users.title' };

/** Lists the members of one organization, with pending invitations and requests. */
export default function MembersOfTenant() {
  const { t } = useTranslation();
  const { tenantId = '' } = useParams();
  const { search } = useAsked();
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
      actions={
        <Button variant="white" render={<Link to="/admin/users" />}>
          {t('admin.users.all')}
        </Button>
      }
      bar={<ListBar />}
    >
      <Table
        caption={t('admin.users.title')}
        rows={rowsOf(list)}
        rowKey={({ id }) => id}
        columns={columnsOf(t)}
        renderActions={(member) => <MemberActions member={member} />}
        empty={
          <Nothing icon={<UsersRound aria-hidden />} title={t('admin.users.emptyTitle')}>
            {t('admin.users.emptyText')}
          </Nothing>
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
