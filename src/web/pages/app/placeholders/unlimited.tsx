import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import type { Route } from './+types/unlimited.ts';
import { Placeholder } from './placeholder.tsx';

export const handle: Titled = { title: 'demo.placeholder.unlimited' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires({ tier: 3 })];

export default function Unlimited() {
  return <Placeholder page="unlimited" />;
}
