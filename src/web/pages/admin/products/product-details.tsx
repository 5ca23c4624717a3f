import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { productQuery } from './catalogue.ts';
import { ProductActions } from './product-actions.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductFeatures, ProductPrices } from './product-lists.tsx';
import { ProductOverview } from './product-overview.tsx';
import { ActiveBadge } from './product-table.tsx';
import { useProductNotFound } from './use-product-not-found.ts';

type Props = {
  id: string;
  /** Panel beside the product. */
  children?: ReactNode;
};

/** Renders a product with tabs for overview, prices and features (R-OPR-04). */
export function ProductDetails({ id, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const { data: product, error } = useQuery(productQuery(id));
  useProductNotFound(error);
  const isMissing = error instanceof Failure && error.code === 'notFound';
  if (error && !product && !isMissing) throw error;
  if (!product) return <ProductSkeleton />;

  const [, ofPanel] = /\/(prices|features)\//.exec(pathname) ?? [];
  const editing = pathname === `/admin/products/${id}/edit`;
  const tabs = [
    {
      value: 'overview',
      label: t('catalogue.tab.overview'),
      content: editing ? <ProductForm product={product} /> : <ProductOverview product={product} />,
    },
    {
      value: 'prices',
      label: `${t('catalogue.tab.prices')} (${product.prices.length})`,
      content: <ProductPrices product={product} />,
    },
    {
      value: 'features',
      label: `${t('catalogue.tab.features')} (${product.features.length})`,
      content: <ProductFeatures product={product} />,
    },
  ];
  return (
    <>
      <PageTitle>{product.title}</PageTitle>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            {product.title}
            <ActiveBadge active={product.active} />
          </span>
        }
        actions={<ProductActions product={product} editing={editing} />}
      />
      <Tabs
        label={t('catalogue.tab.label')}
        tabs={tabs}
        value={ofPanel ?? query.get('tab') ?? 'overview'}
        onChange={(tab) => void navigate(`/admin/products/${id}?tab=${tab}`, { replace: true })}
      />
      {children}
    </>
  );
}

/** Renders the placeholder while a product loads. */
export function ProductSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('catalogue.product')}</PageTitle>
      <Skeleton className="h-64" />
    </>
  );
}
