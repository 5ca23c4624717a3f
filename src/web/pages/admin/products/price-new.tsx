import { useNavigate } from 'react-router';
import type { PriceInput } from '#contract/catalogue.ts';
import { api } from '#web/api/api.ts';
import { EntityPanel } from '#web/components/entity/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import type { Route } from './+types/price-new.ts';
import { refreshProducts } from './catalogue.ts';
import { useCatalogueForms } from './use-catalogue-forms.ts';

/** Opens as a panel: the page behind keeps its scroll position. */
export const handle = { panel: true };

export default function NewPrice({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { price } = useCatalogueForms();
  const close = async () => void (await navigate(`/admin/products/${params.id}?tab=prices`));
  const save = async (input: PriceInput) => {
    await api.products.createPrice({ body: { ...input, subscriptionProductId: params.id } });
    await refreshProducts();
    await close();
    void toast({ tone: 'success', title: t('catalogue.price.created') });
  };
  return (
    <EntityPanel
      form={price}
      record={null}
      draft={`prices/new/${params.id}`}
      onSave={save}
      onRemove={close}
      onClose={() => void close()}
    />
  );
}
