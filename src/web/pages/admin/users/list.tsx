import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MemberStatus } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { personName } from '#web/components/initials.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { selectSorting, useListQuery } from '#web/components/lists/use-list-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { ListBar } from '#web/pages/admin/list-bar.tsx';
import { ListEmptyState } from '#web/pages/admin/list-empty-state.tsx';
import { PersonActions, type PersonSummary } from '#web/pages/admin/person-actions.tsx';
import { Table } from '#web/ui/table.tsx';
import { userColumns } from './columns.tsx';

export const handle: RouteHandle = { title: 'admin.users.title' };

const sortings = {
  emailUp: { sort: 'email', descending: 'false' },
  nameUp: { sort: 'name', descending: 'false' },
  nameDown: { sort: 'name', descending: 'true' },
  newest: { sort: 'createdAt', descending: 'true' },
  oldest: { sort: 'createdAt', descending: 'false' },
} as const;

/** Lists the users of all organizations (R-OPR-03). */
export default function Users() {
  const { t } = useTranslation();
  const { search, sort } = useListQuery();
  const sorting = selectSorting(sortings, sort);
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'users', search, sorting], (range) =>
      api.users.getAllOfAll({ query: { ...range, ...sorting, search } }),
    ),
  );
  return (
    <ListPage
      title={t('admin.users.title')}
      text={t('admin.users.text')}
      list={list}
      bar={<ListBar sorts={['emailUp', 'nameUp', 'nameDown', 'newest', 'oldest']} />}
    >
      <Table
        caption={t('admin.users.title')}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        columns={userColumns(t)}
        renderActions={(user) => <PersonActions person={personSummaryOf(user)} />}
        empty={
          <ListEmptyState icon={<UsersRound aria-hidden />} title={t('admin.users.emptyTitle')}>
            {t('admin.users.emptyText')}
          </ListEmptyState>
        }
      />
    </ListPage>
  );
}

const personSummaryOf = (user: User): PersonSummary => {
  const active = user.tenants.filter(({ status }) => status === MemberStatus.Active);
  const first = active.find(({ tenant }) => tenant.id === user.defaultTenant) ?? active[0];
  const { id, email, type } = user;
  return { id, email, type, name: personName(user), tenantId: first?.tenant.id ?? null };
};
