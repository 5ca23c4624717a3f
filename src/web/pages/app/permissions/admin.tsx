import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import type { Route } from './+types/admin.ts';
import { GatedPage } from './demo-page.tsx';
import { gates } from './gates.ts';

export const handle: Titled = { title: 'demo.pages.admin' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires(gates.admin)];

export default function AdminPage() {
  return <GatedPage gate="admin" />;
}
