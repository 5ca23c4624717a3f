import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import type { Route } from './+types/member.ts';
import { GatedPage } from './demo-page.tsx';
import { pageGates } from './gates.ts';

export const handle: RouteHandle = { title: 'demo.pages.member' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAccess(pageGates.member)];

export default function MemberPage() {
  return <GatedPage gate="member" />;
}
