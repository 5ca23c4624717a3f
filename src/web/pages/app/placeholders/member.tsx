import { Role } from '#contract/access.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import type { Route } from './+types/member.ts';
import { Placeholder } from './placeholder.tsx';

export const handle: RouteHandle = { title: 'demo.placeholder.member' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Member }),
];

export default function Member() {
  return <Placeholder page="member" />;
}
