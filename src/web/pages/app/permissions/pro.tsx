import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import type { Route } from './+types/pro.ts';
import { GatedPage } from './demo-page.tsx';
import { pageGates } from './gates.ts';

export const handle: RouteHandle = { title: 'demo.pages.pro' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAccess(pageGates.pro)];

export default function ProPage() {
  return <GatedPage gate="pro" />;
}
