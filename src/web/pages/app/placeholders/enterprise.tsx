import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { Placeholder } from './placeholder.tsx';

export const handle: RouteHandle = { title: 'demo.placeholder.enterprise' };

export default function Enterprise() {
  return <Placeholder page="enterprise" />;
}
