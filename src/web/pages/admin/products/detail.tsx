import { Outlet } from 'react-router';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import type { Route } from './+types/detail.ts';
import { ProductDetails } from './product-details.tsx';

export const handle: RouteHandle = { title: 'catalogue.product' };

export default function ProductDetail({ params }: Route.ComponentProps) {
  return (
    <ProductDetails id={params.id}>
      <Outlet />
    </ProductDetails>
  );
}
