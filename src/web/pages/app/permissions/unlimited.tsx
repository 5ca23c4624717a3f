import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import type { Route } from './+types/unlimited.ts';
import { GatedPage } from './demo-page.tsx';
import { pageGates } from './gates.ts';

export const handle: RouteHandle = { title: 'demo.pages.unlimited' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess(pageGates.unlimited),
];

export default function UnlimitedPage() {
  return <GatedPage gate="unlimited" />;
}
