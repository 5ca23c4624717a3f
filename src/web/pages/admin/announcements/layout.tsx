import { Outlet } from 'react-router';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';

export const handle: RouteHandle = { title: 'announcements.title' };

export default function Announcements() {
  return <Outlet />;
}
