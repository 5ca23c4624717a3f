import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#web/api/queries.ts';
import { requireAccess, requireSession } from '#web/session/guard.ts';
import { useTranslation } from '#web/session/translation.ts';
import { adminTheme } from '#web/session/visitor.ts';
import { applyTheme } from '#web/theme/theme.ts';
import type { Route } from './+types/admin.ts';
import { AdminOutlet } from './admin-access.tsx';
import { adminEntries } from './admin-menu.ts';
import { AdminSidebar } from './admin-sidebar.tsx';
import { AppSkeleton } from './app-skeleton.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Shell } from './shell.tsx';
import { applySidebarWidth } from './sidebar-width.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireSession,
  requireAccess({ operator: true }),
];

export function clientLoader() {
  applyTheme(adminTheme);
  applySidebarWidth();
  return null;
}
clientLoader.hydrate = true as const;

export const HydrateFallback = AppSkeleton;

const home = { title: 'admin.dashboard', pathname: '/admin/dashboard' } as const;

export default function AdminLayout() {
  const { t } = useTranslation();
  return (
    <QueryClientProvider client={queryClient}>
      <Shell sidebar={<AdminSidebar />} title={t('common.menu.toAdmin')}>
        <Breadcrumb home={home} sections={adminEntries} />
        <AdminOutlet />
      </Shell>
    </QueryClientProvider>
  );
}
