import { useId } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import { EntityFormBody } from '#web/components/entity/form-body.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CouponFields } from './coupon-fields.tsx';
import { useNewCoupon } from './use-new-coupon.ts';

export const handle: RouteHandle = { title: 'coupons.new' };

/** Creates a coupon with a code, here and at the provider (R-CPN-01). */
export default function NewCoupon() {
  const { t } = useTranslation();
  const formId = useId();
  const { form, draft, save } = useNewCoupon();
  const { isSubmitting, isSubmitted, errors } = form.formState;
  return (
    <FormProvider {...form}>
      <PageTitle>{t('coupons.new')}</PageTitle>
      <PageHeader title={t('coupons.new')} description={t('coupons.newText')} />
      <Card className="max-w-2xl">
        <EntityFormBody id={formId} editing={false} loading={false} onSave={save}>
          {draft.notice}
          <CouponFields />
        </EntityFormBody>
      </Card>
      <div className="flex max-w-2xl flex-wrap items-center justify-end gap-2">
        <p role="alert" className="mr-auto text-sm text-danger-ink empty:hidden">
          {isSubmitted && Object.keys(errors).length > 0 && t('common.form.invalid')}
        </p>
        <Button variant="white" render={<Link to="/admin/coupons" />}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" form={formId} loading={isSubmitting}>
          {t('coupons.create')}
        </Button>
      </div>
    </FormProvider>
  );
}
