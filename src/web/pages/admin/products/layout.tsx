import { Outlet } from 'react-router';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';

export const handle: RouteHandle = { title: 'catalogue.title' };

export default function Products() {
  return <Outlet />;
}
