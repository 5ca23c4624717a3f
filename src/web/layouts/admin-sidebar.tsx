import { queryOptions, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { api } from '#web/api/api.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import {
  couponsEntry,
  customersMenu,
  operationsMenu,
  productsEntry,
  resourcesEntry,
} from './admin-menu.ts';
import { AppUserMenu } from './app-user-menu.tsx';
import { Sidebar, SidebarEntry, SidebarHeading } from './sidebar.tsx';

/** Includes products that are not on offer. */
const allProducts = queryOptions({
  queryKey: ['products', 'all'],
  queryFn: () => api.products.getAll({ query: { activeOnly: 'false' } }),
});

/** Renders the operator's menu. */
export function AdminSidebar() {
  const { t } = useTranslation();
  const { data: products = [] } = useQuery(allProducts);
  const may = useMayCall();
  const entryOf = ({ to, icon: Icon, text, reads }: (typeof customersMenu)[number]) =>
    (!reads || may(reads)) && (
      <SidebarEntry key={to} to={to} icon={<Icon aria-hidden />}>
        {t(text)}
      </SidebarEntry>
    );
  const { icon: ProductsIcon, ...pricing } = productsEntry;
  return (
    <Sidebar label={t('admin.label')} home="/admin/dashboard" bottom={<AppUserMenu portal />}>
      {customersMenu.map(entryOf)}
      <SidebarHeading>{t(pricing.text)}</SidebarHeading>
      <SidebarEntry to={pricing.to} end icon={<ProductsIcon aria-hidden />}>
        {t('admin.menu.allProducts')}
      </SidebarEntry>
      {products.map(({ id, title }) => (
        <SidebarEntry key={id} to={`${pricing.to}/${id}`}>
          {title}
        </SidebarEntry>
      ))}
      {entryOf(couponsEntry)}
      {entryOf(resourcesEntry)}
      <SidebarHeading>{t('admin.menu.operations')}</SidebarHeading>
      {operationsMenu.map(entryOf)}
      <SidebarHeading>{t('common.product')}</SidebarHeading>
      <SidebarEntry to="/app/dashboard" icon={<Undo2 aria-hidden />}>
        {t('admin.toApp')}
      </SidebarEntry>
    </Sidebar>
  );
}
