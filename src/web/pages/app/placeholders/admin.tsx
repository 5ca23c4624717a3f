import { Role } from '#contract/access.ts';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import type { Route } from './+types/admin.ts';
import { Placeholder } from './placeholder.tsx';

export const handle: Titled = { title: 'demo.placeholder.admin' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires({ role: Role.Admin })];

export default function Admin() {
  return <Placeholder page="admin" />;
}
