import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { Placeholder } from './placeholder.tsx';

export const handle: RouteHandle = { title: 'demo.placeholder.standard' };

export default function Standard() {
  return <Placeholder page="standard" />;
}
