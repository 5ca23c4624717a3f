import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import type { Route } from './+types/member.ts';
import { GatedPage } from './demo-page.tsx';
import { gates } from './gates.ts';

export const handle: Titled = { title: 'demo.pages.member' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires(gates.member)];

export default function MemberPage() {
  return <GatedPage gate="member" />;
}
