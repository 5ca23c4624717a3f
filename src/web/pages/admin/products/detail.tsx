import { Outlet } from 'react-router';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import type { Route } from './+types/detail.ts';
import { Product } from './product.tsx';

export const handle: Titled = { title: 'catalogue.product' };

export default function ProductDetail({ params }: Route.ComponentProps) {
  return (
    <Product id={params.id}>
      <Outlet />
    </Product>
  );
}
