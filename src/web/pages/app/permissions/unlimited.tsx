import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import type { Route } from './+types/unlimited.ts';
import { GatedPage } from './demo-page.tsx';
import { gates } from './gates.ts';

export const handle: Titled = { title: 'demo.pages.unlimited' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires(gates.unlimited)];

export default function UnlimitedPage() {
  return <GatedPage gate="unlimited" />;
}
