import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { FormProvider, useForm, useController, useFormContext, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { type CouponInput, couponDurations } from '#contract/coupons.ts';
import type { FieldDefinition } from '#contract/entities/fields.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { currencyOfLocale, currencies } from '#contract/money.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { useFormDraft } from '#web/components/drafts/use-form-draft.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { EntityFormBody } from '#web/components/entity/form-body.tsx';
import { entityResolver, type FormValues } from '#web/components/entity/input.ts';
import { ErrorText } from '#web/components/notifications/error-text.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { allProductsQuery } from '#web/pages/admin/products/queries.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { MoneyField } from '#web/ui/number-field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { couponForm, newCouponValues } from './coupon-form.ts';

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

/** Returns the form of a new coupon, its draft, and the function that creates it and opens its page. */
function useNewCoupon() {
  const { t, locale } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<FormValues, unknown, CouponInput>({
    mode: 'onChange',
    defaultValues: newCouponValues(currencyOfLocale(locale)),
    resolver: entityResolver(couponForm.fields, couponForm.schema),
  });
  const draft = useFormDraft(form, 'coupons/new');
  const save = async (body: CouponInput) => {
    const { id, code } = await api.coupons.create({ body });
    await draft.remove();
    await queryClient.invalidateQueries({ queryKey: ['operator', 'coupons'] });
    await navigate(`/admin/coupons/${id}`);
    void toast({ tone: 'success', title: t('coupons.created', { code }) });
  };
  return { form, draft, save };
}

type Name = keyof typeof couponForm.fields;

/** Renders the fields of a new coupon; those that another choice excludes are hidden. */
function CouponFields() {
  const { t, textsOf } = useTranslation();
  const [kind, duration] = useWatch<FormValues>({ name: ['kind', 'duration'] });
  const field = (name: Name, more: { hint?: string; among?: FieldDefinition['among'] } = {}) => {
    const { hint, among } = more;
    // A hidden field is optional to the schema, but required while it is shown.
    const { optional, ...declared } = couponForm.fields[name] as FieldDefinition;
    const isRequired = ['percentOff', 'amountOff', 'currency', 'durationInMonths'].includes(name);
    return (
      <EntityField
        name={name}
        field={{
          ...declared,
          ...(optional && !isRequired && { optional }),
          ...(among && { among }),
        }}
        label={t(`coupons.field.${name}`)}
        hint={hint}
        disabled={false}
      />
    );
  };
  return (
    <>
      {field('code', { hint: t('coupons.hint.code') })}
      {field('kind', { among: textsOf('coupons.kind') })}
      {kind === 'percent' ? (
        <PercentField />
      ) : (
        <>
          {field('amountOff')}
          {field('currency', {
            among: Object.fromEntries(currencies.map((one) => [one, one.toUpperCase()])),
          })}
        </>
      )}
      {field('duration', {
        among: Object.fromEntries(
          couponDurations.map((one) => [one, t(`coupons.duration.${one}`)]),
        ),
      })}
      {duration === 'repeating' && field('durationInMonths')}
      {field('maxRedemptions', { hint: t('coupons.hint.maxRedemptions') })}
      {field('expiresOn', { hint: t('coupons.hint.expiresOn') })}
      <ProductChoice />
    </>
  );
}

/** Renders the percentage, which has decimals like an amount but no currency. */
function PercentField() {
  const { t, locale } = useTranslation();
  const { field, fieldState } = useController<FormValues>({ name: 'percentOff' });
  const code = fieldState.error?.type as ErrorCode | undefined;
  const { value, ...bound } = field;
  return (
    <MoneyField
      {...bound}
      label={t('coupons.field.percentOff')}
      currency="%"
      locale={locale}
      value={typeof value === 'number' ? value : null}
      error={code && t(`errors.${code}`)}
    />
  );
}

/** Renders a check box for each product on sale. */
function ProductChoice() {
  const { t } = useTranslation();
  const { register, formState } = useFormContext<FormValues>();
  const { data, error, refetch } = useQuery(allProductsQuery);
  if (error && !data) return <ErrorText error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-48" />;
  const code = formState.errors['products']?.type as ErrorCode | undefined;
  return (
    <ChoiceGroup
      {...register('products')}
      type="checkbox"
      label={t('coupons.field.products')}
      hint={t('coupons.hint.products')}
      error={code && t(`errors.${code}`)}
      optional
      choices={data
        .filter(({ active }) => active)
        .map(({ id, title }) => ({ value: id, label: title }))}
    />
  );
}
