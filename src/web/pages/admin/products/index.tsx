import { Outlet } from 'react-router';
import type { Titled } from '#web/layouts/breadcrumb.tsx';

export const handle: Titled = { title: 'catalogue.title' };

export default function Products() {
  return <Outlet />;
}
