import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import type { Route } from './+types/owner.ts';
import { GatedPage } from './demo-page.tsx';
import { gates } from './gates.ts';

export const handle: Titled = { title: 'demo.pages.owner' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires(gates.owner)];

export default function OwnerPage() {
  return <GatedPage gate="owner" />;
}
