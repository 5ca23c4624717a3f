import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams, Link } from 'react-router';
import type { SubscriptionProduct } from '#contract/products.ts';
import { limitFields } from '#contract/usage/limits.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { EntityValue } from '#web/components/entity/value.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { productQuery, productForm, recordExists, refreshProducts } from './catalogue.ts';
import { ProductForm } from './product-form.tsx';
import { ProductFeatures, ProductPrices } from './product-lists.tsx';
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
  const found = useQuery(productQuery(id));
  useProductNotFound(found);
  const product = found.data;
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

type Name = keyof typeof productForm.fields;

/**
 * Renders the details of a product read-only, with description and badge as visitors see them
 * (R-PRD-10).
 */
function ProductOverview({ product }: { product: SubscriptionProduct }) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const shown: Partial<Record<Name, string>> = {
    description: texts.own(product.description),
    badge: texts.own(product.badge),
    ...Object.fromEntries(
      limitFields
        .filter((field) => product[field] === 0)
        .map((field) => [field, t('catalogue.unlimited')]),
    ),
    ...(product.auditDays === 0 && { auditDays: t('catalogue.forever') }),
  };
  const names = Object.keys(productForm.fields) as Name[];
  return (
    <Card>
      <DetailsList
        details={names.map((name) => ({
          key: name,
          label: t(`catalogue.field.${name}`),
          value:
            (shown[name] ?? (
              <EntityValue kind={productForm.fields[name].kind} value={product[name]} />
            )) ||
            '–',
        }))}
      />
    </Card>
  );
}

type ProductActionsProps = { product: SubscriptionProduct; editing: boolean };

/** Renders the actions on a product: edit and delete. */
function ProductActions({ product: { id, title }, editing }: ProductActionsProps) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const may = useMayCall();
  const remove = async () => {
    const params = { id };
    await api.products.remove({ params });
    if (await recordExists(api.products.get({ params }))) {
      await refreshProducts();
      return dialogs.success({ title: t('catalogue.offSale'), text: t('catalogue.archived') });
    }
    await navigate('/admin/products');
    queryClient.removeQueries({ queryKey: productQuery(id).queryKey });
    await refreshProducts();
    return toast({ tone: 'success', title: t('catalogue.removed') });
  };
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('catalogue.removeTitle', { title }),
      text: t('catalogue.removeText'),
      yes: t('common.action.delete'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (!sure) return;
    await remove().catch((error: unknown) =>
      dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    );
  };
  if (!may('products/update')) return null;
  return (
    <>
      <Button variant="white" onClick={() => void ask()}>
        <Trash2 aria-hidden className="size-4" />
        {t('catalogue.remove')}
      </Button>
      {!editing && (
        <Button render={<Link to={`/admin/products/${id}/edit`} />}>
          <Pencil aria-hidden className="size-4" />
          {t('common.action.edit')}
        </Button>
      )}
    </>
  );
}
