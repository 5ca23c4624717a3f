import { useInfiniteQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/api.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { selectSorting, useListQuery } from '#web/components/lists/use-list-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { ListBar } from '#web/pages/admin/list-bar.tsx';
import { ListEmptyState } from '#web/pages/admin/list-empty-state.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Table } from '#web/ui/table.tsx';
import { useBusinessColumns } from './business-columns.tsx';
import { useBrandingColumns } from './columns.tsx';
import { TenantActions } from './row-actions.tsx';

export const handle: RouteHandle = { title: 'admin.tenants.title' };

/** Sort orders; the first is the default. */
const sortings = {
  newest: { sort: 'createdAt', descending: 'true' },
  oldest: { sort: 'createdAt', descending: 'false' },
  nameUp: { sort: 'name', descending: 'false' },
  nameDown: { sort: 'name', descending: 'true' },
} as const;

const views = ['business', 'branding'] as const;

/** Lists every organization with its business, or with its branding and products (R-OPR-02). */
export default function Tenants() {
  const { t } = useTranslation();
  const { search, sort, query, setParams } = useListQuery();
  const view = query.get('view') === 'branding' ? 'branding' : 'business';
  const columns = { business: useBusinessColumns(), branding: useBrandingColumns() };
  const sorting = selectSorting(sortings, sort);
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
      actions={
        <SegmentedControl
          label={t('admin.tenants.view')}
          segments={views.map((value) => ({ value, label: t(`admin.tenants.${value}`) }))}
          value={view}
          onChange={({ target }) => setParams({ view: target.value })}
        />
      }
      bar={<ListBar sorts={['newest', 'oldest', 'nameUp', 'nameDown']} />}
    >
      <Table
        caption={t('admin.tenants.title')}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        columns={columns[view]}
        renderActions={(tenant) => <TenantActions tenant={tenant} />}
        empty={
          <ListEmptyState icon={<Building2 aria-hidden />} title={t('admin.tenants.emptyTitle')}>
            {t('admin.tenants.emptyText')}
          </ListEmptyState>
        }
      />
    </ListPage>
  );
}
