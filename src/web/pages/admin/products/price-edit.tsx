import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PriceInput } from '#contract/catalogue.ts';
import { api } from '#web/api/api.ts';
import { EntityPanel } from '#web/components/entity-panel.tsx';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { Route } from './+types/price-edit.ts';
import { isStillThere, refreshProducts } from './catalogue.ts';
import { Product, ProductSkeleton } from './product.tsx';
import { useForms } from './use-forms.ts';
import { useMissing } from './use-missing.ts';

export const handle: Titled = { title: 'catalogue.product', panel: true };

/**
 * Changes activity and strike-through amount of a price, in a panel beside its product (R-PRD-02).
 */
export default function EditPrice({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { price } = useForms();
  const ask = () => api.products.getPrice({ params });
  const found = useQuery({ queryKey: ['products', 'price', params.id], queryFn: ask, gcTime: 0 });
  useMissing(found.error);
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
    const isArchived = await isStillThere(ask());
    await close();
    await refreshProducts();
    if (isArchived) {
      await dialogs.success({ title: t('catalogue.offSale'), text: t('catalogue.price.archived') });
    } else void toast({ tone: 'success', title: t('catalogue.price.removed') });
  };
  const form = { ...price, texts: { ...price.texts, text: t('catalogue.price.fixed') } };
  return (
    <Product id={found.data.subscriptionProductId}>
      <EntityPanel
        form={form}
        record={found.data}
        onSave={save}
        onRemove={remove}
        onClose={() => void close()}
      />
    </Product>
  );
}
