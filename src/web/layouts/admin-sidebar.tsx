import { queryOptions, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useLocation } from 'react-router';
import { api } from '#web/api/api.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
  adminEntries,
  couponsEntry,
  customersMenu,
  operationsMenu,
  productsEntry,
  resourcesEntry,
} from './admin-menu.ts';
import { currentAddress } from './app-menu.ts';
import { AppUserMenu } from './app-user-menu.tsx';
import { Sidebar, SidebarEntry, SidebarHeading } from './sidebar.tsx';

/** Includes products that are not on offer. */
const allProducts = queryOptions({
  queryKey: ['products', 'all'],
  queryFn: () => api.products.getAll({ query: { activeOnly: 'false' } }),
});

/** Keeps the place of the first three products while they load: the entries below stay where they are. */
function PendingEntries() {
  return [1, 2, 3].map((entry) => (
    <li
      key={entry}
      aria-hidden
      className="flex h-10 shrink-0 items-center ps-10.5 lg:h-9 rail:hidden"
    >
      <Skeleton className="h-4 w-24" />
    </li>
  ));
}

/** Renders the operator's menu. */
export function AdminSidebar() {
  const { t } = useTranslation();
  const { data: products } = useQuery(allProducts);
  const may = useMayCall();
  const pathOf = ({ id }: { id: string }) => `${productsEntry.to}/${id}`;
  const current = currentAddress(
    [...adminEntries.map(({ to }) => to), ...(products ?? []).map(pathOf)],
    useLocation(),
  );
  const entryOf = ({ to, icon: Icon, text, reads }: (typeof customersMenu)[number]) =>
    (!reads || may(reads)) && (
      <SidebarEntry
        key={to}
        to={to}
        icon={<Icon aria-hidden />}
        label={t(text)}
        isCurrent={to === current}
      />
    );
  return (
    <Sidebar label={t('admin.label')} home="/admin/dashboard" bottom={<AppUserMenu portal />}>
      {customersMenu.map(entryOf)}
      <SidebarHeading>{t(productsEntry.text)}</SidebarHeading>
      {entryOf({ ...productsEntry, text: 'admin.menu.allProducts' })}
      {!products && <PendingEntries />}
      {products?.map((product) => (
        <SidebarEntry
          key={product.id}
          to={pathOf(product)}
          label={product.title}
          isCurrent={pathOf(product) === current}
        />
      ))}
      {entryOf(couponsEntry)}
      {entryOf(resourcesEntry)}
      <SidebarHeading>{t('admin.menu.operations')}</SidebarHeading>
      {operationsMenu.map(entryOf)}
      <SidebarHeading>{t('common.product')}</SidebarHeading>
      <SidebarEntry
        to="/app/dashboard"
        icon={<Undo2 aria-hidden />}
        label={t('admin.toApp')}
        isCurrent={false}
      />
    </Sidebar>
  );
}
