import { useInfiniteQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/api.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { pagedQuery, rowsOf } from '#web/components/paged-query.ts';
import { sortingOf, useAsked } from '#web/components/use-asked.ts';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { ListBar } from '#web/pages/admin/list-bar.tsx';
import { Nothing } from '#web/pages/admin/nothing.tsx';
import { Table } from '#web/ui/table.tsx';
import { columnsOf } from './columns.tsx';
import { TenantActions } from './row-actions.tsx';

export const handle: Titled = { title: 'admin.tenants.title' };

/** Sort orders. The default is by name, descending. */
const sortings = {
  nameDown: { sort: 'name', descending: 'true' },
  nameUp: { sort: 'name', descending: 'false' },
  newest: { sort: 'createdAt', descending: 'true' },
  oldest: { sort: 'createdAt', descending: 'false' },
} as const;

/** Lists every organization with its theme, users and products (R-OPR-02). */
export default function Tenants() {
  const { t } = useTranslation();
  const { search, sort } = useAsked();
  const sorting = sortingOf(sortings, sort);
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'tenants', search, sorting], (range) =>
      api.tenants.getAllOfAll({ query: { ...range, ...sorting, search } }),
    ),
  );
  return (
    <ListPage
      title={t('admin.tenants.title')}
      text={t('admin.tenants.text')}
      list={list}
      bar={<ListBar sorts={['nameDown', 'nameUp', 'newest', 'oldest']} />}
    >
      <Table
        caption={t('admin.tenants.title')}
        rows={rowsOf(list)}
        rowKey={({ id }) => id}
        columns={columnsOf(t)}
        renderActions={(tenant) => <TenantActions tenant={tenant} />}
        empty={
          <Nothing icon={<Building2 aria-hidden />} title={t('admin.tenants.emptyTitle')}>
            {t('admin.tenants.emptyText')}
          </Nothing>
        }
      />
    </ListPage>
  );
}
