import { Role } from '#contract/access.ts';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import type { Route } from './+types/member.ts';
import { Placeholder } from './placeholder.tsx';

export const handle: Titled = { title: 'demo.placeholder.member' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires({ role: Role.Member })];

export default function Member() {
  return <Placeholder page="member" />;
}
