import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MemberStatus } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { choiceOptions } from '#web/components/entity/choices.ts';
import { personName } from '#web/components/initials.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useListState } from '#web/components/lists/use-list-state.ts';
import { choiceFilter, dateFilter } from '#web/components/lists/use-local-list.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { PersonActions, type PersonSummary } from '#web/pages/admin/person-actions.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { userColumns } from './columns.tsx';

export const handle: RouteHandle = { title: 'admin.users.title' };

/** Lists the users of all organizations (R-OPR-03). */
export default function Users() {
  const { t } = useTranslation();
  const state = useListState({
    columns: userColumns(t),
    filters: [
      choiceFilter('type', t('admin.users.type'), choiceOptions(t, 'UserType')),
      dateFilter('createdAt', t('lists.createdAt')),
    ],
    otherSorts: [
      { key: 'email', header: t('lists.email') },
      { key: 'createdAt', header: t('lists.createdAt') },
    ],
    sorting: { key: 'email', descending: false },
  });
  const list = useInfiniteQuery(
    listQuery(['operator', 'users'], state.query, api.users.getAllOfAll),
  );
  return (
    <ListPage title={t('admin.users.title')} text={t('admin.users.text')} list={list}>
      <DataList
        name="operator.users"
        caption={t('admin.users.title')}
        state={state}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        paging={list}
        renderActions={(user) => <PersonActions person={personSummaryOf(user)} />}
        empty={
          <EmptyState icon={<UsersRound aria-hidden />} title={t('admin.users.emptyTitle')}>
            {t('admin.users.emptyText')}
          </EmptyState>
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
