import { Role } from '#contract/access.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import type { Route } from './+types/admin.ts';
import { Placeholder } from './placeholder.tsx';

export const handle: RouteHandle = { title: 'demo.placeholder.admin' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Admin }),
];

export default function Admin() {
  return <Placeholder page="admin" />;
}
