import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MemberStatus } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { fullName } from '#web/components/initials.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { pagedQuery, rowsOf } from '#web/components/paged-query.ts';
import { sortingOf, useAsked } from '#web/components/use-asked.ts';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { ListBar } from '#web/pages/admin/list-bar.tsx';
import { Nothing } from '#web/pages/admin/nothing.tsx';
import { PersonActions, type Somebody } from '#web/pages/admin/person-actions.tsx';
import { Table } from '#web/ui/table.tsx';
import { columnsOf } from './columns.tsx';

export const handle: Titled = { title: 'admin.users.title' };

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
  const { search, sort } = useAsked();
  const sorting = sortingOf(sortings, sort);
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
        rows={rowsOf(list)}
        rowKey={({ id }) => id}
        columns={columnsOf(t)}
        renderActions={(user) => <PersonActions person={somebodyOf(user)} />}
        empty={
          <Nothing icon={<UsersRound aria-hidden />} title={t('admin.users.emptyTitle')}>
            {t('admin.users.emptyText')}
          </Nothing>
        }
      />
    </ListPage>
  );
}

const somebodyOf = (user: User): Somebody => {
  const active = user.tenants.filter(({ status }) => status === MemberStatus.Active);
  const first = active.find(({ tenant }) => tenant.id === user.defaultTenant) ?? active[0];
  const { id, email, type } = user;
  return { id, email, type, name: fullName(user), tenantId: first?.tenant.id ?? null };
};
