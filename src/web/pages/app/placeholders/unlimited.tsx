import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import type { Route } from './+types/unlimited.ts';
import { Placeholder } from './placeholder.tsx';

export const handle: RouteHandle = { title: 'demo.placeholder.unlimited' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAccess({ tier: 3 })];

export default function Unlimited() {
  return <Placeholder page="unlimited" />;
}
