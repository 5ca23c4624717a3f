import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { FeatureInput, PriceInput, ProductInput } from '#contract/catalogue.ts';
import { api } from '#web/api/api.ts';
import { useFormDraft } from '#web/components/drafts/use-form-draft.ts';
import { emptyValues, entityResolver, type FormValues } from '#web/components/entity/input.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { productForm, refreshProducts } from './catalogue.ts';

type Parts = { prices: PriceInput[]; features: FeatureInput[] };

/** Returns the form of a new product, its draft, and the function that creates it and opens its page. */
export function useNewProduct(parts: Parts) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<FormValues, unknown, ProductInput>({
    mode: 'onChange',
    defaultValues: { ...emptyValues(productForm.fields), active: true },
    resolver: entityResolver(productForm.fields, productForm.schema),
  });
  const draft = useFormDraft(form, 'products/new');
  const save = async (product: ProductInput) => {
    const { id } = await api.products.create({ body: { ...product, ...parts } });
    await draft.remove();
    await refreshProducts();
    await navigate(`/admin/products/${id}`);
    void toast({ tone: 'success', title: t('catalogue.created') });
  };
  return { form, draft, save };
}
