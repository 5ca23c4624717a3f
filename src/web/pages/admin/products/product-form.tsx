import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { ProductInput } from '#contract/catalogue.ts';
import type { SubscriptionProduct } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { useFormDraft } from '#web/components/drafts/use-form-draft.ts';
import { EntityFormBody } from '#web/components/entity/form-body.tsx';
import { entityResolver, type FormValues } from '#web/components/entity/input.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { productForm, productQuery, refreshProducts } from './catalogue.ts';
import { ProductFields } from './product-fields.tsx';
import { useOwnTexts } from './use-own-texts.ts';

/** Edits a product; unsaved changes can be saved or dropped (R-OPR-04). */
export function ProductForm({ product }: { product: SubscriptionProduct }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { shownProduct, storedProduct } = useOwnTexts();
  const formId = useId();
  const form = useForm<FormValues, unknown, ProductInput>({
    mode: 'onChange',
    values: shownProduct(product),
    resetOptions: { keepDirtyValues: true },
    resolver: entityResolver(productForm.fields, productForm.schema),
  });
  const draft = useFormDraft(form, `products/${product.id}`);
  const { isDirty, isSubmitting, isSubmitted, errors } = form.formState;
  const page = `/admin/products/${product.id}`;
  const save = async (input: ProductInput) => {
    const body = storedProduct(input, product);
    const params = { id: product.id };
    const saved = await api.products.update({ params, body });
    await draft.remove();
    queryClient.setQueryData(productQuery(product.id).queryKey, saved);
    await refreshProducts();
    await navigate(page);
    void toast({ tone: 'success', title: t('catalogue.updated') });
  };
  const takeBack = () => {
    form.reset(shownProduct(product), { keepDirtyValues: false });
    void refreshProducts();
  };
  return (
    <FormProvider {...form}>
      <Card
        className="max-w-2xl"
        footer={
          isDirty ? (
            <>
              <p role="status" className="mr-auto text-sm text-muted">
                {isSubmitted && Object.keys(errors).length > 0
                  ? t('common.form.invalid')
                  : t('catalogue.unsaved')}
              </p>
              <Button variant="white" onClick={takeBack}>
                {t('common.action.cancel')}
              </Button>
              <Button type="submit" form={formId} loading={isSubmitting}>
                {t('catalogue.saveChanges')}
              </Button>
            </>
          ) : (
            <Button variant="white" render={<Link to={page} />}>
              {t('common.action.close')}
            </Button>
          )
        }
      >
        <EntityFormBody id={formId} editing loading={false} onSave={save}>
          {draft.notice}
          <ProductFields product={product} />
        </EntityFormBody>
      </Card>
    </FormProvider>
  );
}
