import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { PriceInput } from '#contract/catalogue.ts';
import { api } from '#web/api/api.ts';
import { EntityPanel } from '#web/components/entity/panel.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { Route } from './+types/price-edit.ts';
import { recordExists, refreshProducts } from './catalogue.ts';
import { ProductDetails, ProductSkeleton } from './product-details.tsx';
import { useCatalogueForms } from './use-catalogue-forms.ts';
import { useProductNotFound } from './use-product-not-found.ts';

export const handle: RouteHandle = { title: 'catalogue.product', panel: true };

/**
 * Changes activity and strike-through amount of a price, in a panel beside its product (R-PRD-02).
 */
export default function EditPrice({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { price } = useCatalogueForms();
  const ask = () => api.products.getPrice({ params });
  const found = useQuery({ queryKey: ['products', 'price', params.id], queryFn: ask, gcTime: 0 });
  useProductNotFound(found);
  if (!found.data) return <ProductSkeleton />;

  const page = `/admin/products/${found.data.subscriptionProductId}?tab=prices`;
  const close = async () => void (await navigate(page));
  const save = async ({ active, priceBefore }: PriceInput) => {
    await api.products.updatePrice({ params, body: { active, priceBefore } });
    await close();
    await refreshProducts();
    void toast({ tone: 'success', title: t('catalogue.price.updated') });
  };
  const remove = async () => {
    await api.products.removePrice({ params });
    const isArchived = await recordExists(ask());
    await close();
    await refreshProducts();
    if (isArchived) {
      await dialogs.success({ title: t('catalogue.offSale'), text: t('catalogue.price.archived') });
    } else void toast({ tone: 'success', title: t('catalogue.price.removed') });
  };
  const form = { ...price, texts: { ...price.texts, text: t('catalogue.price.fixed') } };
  return (
    <ProductDetails id={found.data.subscriptionProductId}>
      <EntityPanel
        form={form}
        record={found.data}
        draft={`prices/${params.id}`}
        onSave={save}
        onRemove={remove}
        onClose={() => void close()}
      />
    </ProductDetails>
  );
}
