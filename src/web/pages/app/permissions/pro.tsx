import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import type { Route } from './+types/pro.ts';
import { GatedPage } from './demo-page.tsx';
import { gates } from './gates.ts';

export const handle: Titled = { title: 'demo.pages.pro' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires(gates.pro)];

export default function ProPage() {
  return <GatedPage gate="pro" />;
}
