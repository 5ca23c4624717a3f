import { Outlet } from 'react-router';
import type { Titled } from '#web/layouts/breadcrumb.tsx';

export const handle: Titled = { title: 'catalogue.title' };

/** Everything about products stands below their list. */
export default function Products() {
  return <Outlet />;
}
