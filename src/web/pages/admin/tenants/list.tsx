import { useInfiniteQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { api } from '#web/api/api.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { useBusinessColumns } from './business-columns.tsx';
import { useBrandingColumns } from './columns.tsx';
import { TenantActions } from './row-actions.tsx';
import { useTenantList } from './use-tenant-list.ts';

export const handle: RouteHandle = { title: 'admin.tenants.title' };

const views = ['business', 'branding'] as const;

/** Lists every organization with its business, or with its branding and products (R-OPR-02). */
export default function Tenants() {
  const { t } = useTranslation();
  const { query, setParams } = useListQuery();
  const view = query.get('view') === 'branding' ? 'branding' : 'business';
  const columns = { business: useBusinessColumns(), branding: useBrandingColumns() };
  const state = useTenantList(columns[view], view === 'branding' ? 'name' : 'createdAt');
  const list = useInfiniteQuery(
    listQuery(['operator', 'tenants'], state.query, api.tenants.getAllOfAll),
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
    >
      <DataList
        name="operator.tenants"
        caption={t('admin.tenants.title')}
        state={state}
        rows={loadedRows(list)}
        csv={exportList(state.query, api.tenants.exportOfAll)}
        rowKey={({ id }) => id}
        paging={list}
        renderActions={(tenant) => <TenantActions tenant={tenant} />}
        empty={
          <EmptyState icon={<Building2 aria-hidden />} title={t('admin.tenants.emptyTitle')}>
            {t('admin.tenants.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
