import { Outlet } from 'react-router';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';

export const handle: RouteHandle = { title: 'coupons.title' };

export default function Coupons() {
  return <Outlet />;
}
