import { QueryClientProvider } from '@tanstack/react-query';
import { LayoutDashboard, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { queryClient } from '#web/api/queries.ts';
import { requires, signedIn } from '#web/session/guard.ts';
import { showTheme } from '#web/theme/theme.ts';
import type { Route } from './+types/admin.ts';
import { AppSkeleton } from './app-skeleton.tsx';
import { AppUserMenu } from './app-user-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Shell } from './shell.tsx';
import { Sidebar, SidebarEntry, SidebarHeading } from './sidebar.tsx';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  signedIn,
  requires({ operator: true }),
];

/** The operator's portal is dark and indigo, whatever organization is current (section 2). */
export const clientLoader = () => {
  showTheme({ theme: 'dark', color: 'indigo' });
  return null;
};
clientLoader.hydrate = true as const;

export const HydrateFallback = AppSkeleton;

export default function AdminLayout() {
  const { t } = useTranslation();
  return (
    <QueryClientProvider client={queryClient}>
      <Shell sidebar={<AdminSidebar />} title={t('app.menu.toAdmin')}>
        <Breadcrumb home="/admin/dashboard" homeTitle="admin.dashboard" />
        <Outlet />
      </Shell>
    </QueryClientProvider>
  );
}

function AdminSidebar() {
  const { t } = useTranslation();
  return (
    <Sidebar label={t('admin.label')} home="/admin/dashboard" bottom={<AppUserMenu />}>
      <SidebarEntry to="/admin/dashboard" icon={<LayoutDashboard aria-hidden />}>
        {t('admin.dashboard')}
      </SidebarEntry>
      <SidebarHeading>{t('common.product')}</SidebarHeading>
      <SidebarEntry to="/app/dashboard" icon={<Undo2 aria-hidden />}>
        {t('admin.toApp')}
      </SidebarEntry>
    </Sidebar>
  );
}
