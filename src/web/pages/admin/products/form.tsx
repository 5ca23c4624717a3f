import { useId, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import type { FeatureInput, PriceInput } from '#contract/catalogue.ts';
import { EntityFormBody } from '#web/components/entity/form-body.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DraftFeatures, DraftPrices, type Draft } from './drafts.tsx';
import { ProductFields } from './product-fields.tsx';
import { useNewProduct } from './use-new-product.ts';

export const handle: RouteHandle = { title: 'catalogue.new' };

/** Creates a product with its prices and features, here and at the provider (R-PRD-03). */
export default function NewProduct() {
  const { t } = useTranslation();
  const formId = useId();
  const [prices, setPrices] = useState<Draft<PriceInput>[]>([]);
  const [features, setFeatures] = useState<Draft<FeatureInput>[]>([]);
  const { form, draft, save } = useNewProduct({ prices, features });
  const { isSubmitting, isSubmitted, errors } = form.formState;
  return (
    <FormProvider {...form}>
      <PageTitle>{t('catalogue.new')}</PageTitle>
      <PageHeader title={t('catalogue.new')} description={t('catalogue.newText')} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card title={t('catalogue.product')}>
          <EntityFormBody id={formId} editing={false} loading={false} onSave={save}>
            {draft.notice}
            <ProductFields />
          </EntityFormBody>
        </Card>
        <div className="grid min-w-0 gap-6">
          <DraftPrices drafts={prices} onChange={setPrices} />
          <DraftFeatures drafts={features} onChange={setFeatures} />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="alert" className="mr-auto text-sm text-danger-ink empty:hidden">
          {isSubmitted && Object.keys(errors).length > 0 && t('common.form.invalid')}
        </p>
        <Button variant="white" render={<Link to="/admin/products" />}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" form={formId} loading={isSubmitting}>
          {t('catalogue.create')}
        </Button>
      </div>
    </FormProvider>
  );
}
