import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import type { Route } from './+types/starter.ts';
import { GatedPage } from './demo-page.tsx';
import { pageGates } from './gates.ts';

export const handle: RouteHandle = { title: 'demo.pages.starter' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess(pageGates.starter),
];

export default function StarterPage() {
  return <GatedPage gate="starter" />;
}
