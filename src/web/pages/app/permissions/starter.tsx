import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import type { Route } from './+types/starter.ts';
import { GatedPage } from './demo-page.tsx';
import { gates } from './gates.ts';

export const handle: Titled = { title: 'demo.pages.starter' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires(gates.starter)];

export default function StarterPage() {
  return <GatedPage gate="starter" />;
}
