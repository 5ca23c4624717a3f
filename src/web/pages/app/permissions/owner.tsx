import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import type { Route } from './+types/owner.ts';
import { GatedPage } from './demo-page.tsx';
import { pageGates } from './gates.ts';

export const handle: RouteHandle = { title: 'demo.pages.owner' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAccess(pageGates.owner)];

export default function OwnerPage() {
  return <GatedPage gate="owner" />;
}
