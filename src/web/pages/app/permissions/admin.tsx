import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import type { Route } from './+types/admin.ts';
import { GatedPage } from './demo-page.tsx';
import { pageGates } from './gates.ts';

export const handle: RouteHandle = { title: 'demo.pages.admin' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAccess(pageGates.admin)];

export default function AdminPage() {
  return <GatedPage gate="admin" />;
}
