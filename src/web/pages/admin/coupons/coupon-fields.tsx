import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { couponDurations } from '#contract/coupons.ts';
import type { FieldDefinition } from '#contract/entities/fields.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { currencies } from '#contract/money.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import type { FormValues } from '#web/components/entity/input.ts';
import { allProductsQuery } from '#web/pages/admin/products/queries.ts';
import { useTranslation } from '#web/session/translation.ts';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { MoneyField } from '#web/ui/number-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { couponForm } from './coupon-form.ts';

type Name = keyof typeof couponForm.fields;

/** Renders the fields of a new coupon; those that another choice excludes are hidden. */
export function CouponFields() {
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
  const { data } = useQuery(allProductsQuery);
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
