import { TicketPercent } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { currencies, toMinor } from '#contract/money.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useAmount } from '#web/pages/sandbox/amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { NewestRecords } from './newest-records.tsx';
import type { SandboxPromotionCode, SandboxRecords } from './records.ts';
import { useSandboxMutation } from './use-sandbox-mutation.ts';

export function CouponTable({ coupons, promotionCodes }: SandboxRecords) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const amount = useAmount();
  const discountOf = ({ promotion }: SandboxPromotionCode) => {
    const coupon = coupons.find(({ id }) => id === promotion.coupon);
    if (coupon?.amount_off) return amount(coupon.amount_off, coupon.currency ?? '');
    return coupon?.percent_off ? `${number(coupon.percent_off)} %` : null;
  };
  return (
    <div className="grid gap-6">
      <CouponForm />
      <NewestRecords
        caption={t('sandbox.coupons.title')}
        rows={promotionCodes}
        columns={[
          {
            key: 'code',
            header: t('sandbox.coupons.code'),
            render: ({ code }) => <code className="text-sm">{code}</code>,
          },
          { key: 'discount', header: t('sandbox.coupons.discount'), render: discountOf },
          {
            key: 'redeemed',
            header: t('sandbox.coupons.redeemed'),
            align: 'end',
            render: ({ times_redeemed: times, max_redemptions: max }) =>
              max === null ? number(times) : t('sandbox.coupons.redeemedOf', { count: times, max }),
          },
          {
            key: 'active',
            header: t('sandbox.subscriptions.status'),
            render: (code) => <Usable {...code} />,
          },
        ]}
        empty={
          <EmptyState icon={<TicketPercent aria-hidden />} title={t('sandbox.coupons.empty')}>
            {t('sandbox.coupons.emptyText')}
          </EmptyState>
        }
      />
    </div>
  );
}

function Usable({ active, times_redeemed: times, max_redemptions: max }: SandboxPromotionCode) {
  const { t } = useTranslation();
  if (max !== null && times >= max) {
    return <Badge tone="warning">{t('sandbox.coupons.usedUp')}</Badge>;
  }
  return active ? (
    <Badge tone="success">{t('sandbox.coupons.active')}</Badge>
  ) : (
    <Badge>{t('sandbox.coupons.inactive')}</Badge>
  );
}

type Values = {
  code: string;
  kind: 'percent' | 'amount';
  percentOff: number;
  amountOff: number;
  currency: string;
  duration: string;
  max: string;
};

const defaultValues: Values = {
  code: '',
  kind: 'percent',
  percentOff: 20,
  amountOff: 5,
  currency: 'usd',
  duration: 'once',
  max: '',
};

const orderOf = ({ code, kind, percentOff, amountOff, currency, duration, max }: Values) => ({
  code: code.trim(),
  duration: kind === 'percent' ? duration : 'once',
  ...(kind === 'percent' ? { percentOff } : { amountOff: toMinor(amountOff, currency), currency }),
  ...(max !== '' && { maxRedemptions: Number(max) }),
});

/** Creates a coupon with a promotion code to try in the product. */
function CouponForm() {
  const { t } = useTranslation();
  const mutation = useSandboxMutation<ReturnType<typeof orderOf>>('coupons');
  const { register, handleSubmit, reset, control } = useForm<Values>({ defaultValues });
  const kind = useWatch({ control, name: 'kind' });
  const submit = handleSubmit(async (values) => {
    const made = await mutation.mutateAsync(orderOf(values)).catch(() => null);
    if (!made) return;
    reset();
    const title = t('sandbox.coupons.made', { code: values.code });
    void toast({ tone: 'success', title });
  });
  const currencyOptions = currencies.map((each) => ({ value: each, label: each.toUpperCase() }));
  const lasting = kind === 'percent' ? (['once', 'forever'] as const) : (['once'] as const);
  const durations = lasting.map((each) => ({ value: each, label: t(`sandbox.coupons.${each}`) }));
  return (
    <Card title={t('sandbox.coupons.make')}>
      <form onSubmit={submit} className="grid gap-4">
        <SegmentedControl
          {...register('kind')}
          label={t('sandbox.coupons.kind')}
          className="justify-self-start"
          segments={[
            { value: 'percent', label: t('sandbox.coupons.percent') },
            { value: 'amount', label: t('sandbox.coupons.amount') },
          ]}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField
            {...register('code')}
            label={t('sandbox.coupons.code')}
            required
            pattern="[\w\-]{1,60}"
            autoComplete="off"
            autoCapitalize="characters"
            placeholder="WELCOME20"
          />
          {kind === 'percent' ? (
            <TextField
              {...register('percentOff', { valueAsNumber: true })}
              {...{ type: 'number', min: 0.01, max: 100, step: 0.01, required: true }}
              label={t('sandbox.coupons.percentOff')}
            />
          ) : (
            <div className="grid grid-cols-[1fr_auto] items-end gap-2">
              <TextField
                {...register('amountOff', { valueAsNumber: true })}
                {...{ type: 'number', min: 0.01, max: 100_000, step: 0.01, required: true }}
                label={t('sandbox.coupons.amountOff')}
              />
              <Select
                {...register('currency')}
                label={t('sandbox.coupons.currency')}
                options={currencyOptions}
              />
            </div>
          )}
          <Select
            {...register('duration')}
            label={t('sandbox.coupons.duration')}
            options={durations}
          />
          <TextField
            {...register('max')}
            {...{ type: 'number', min: 1, optional: true }}
            label={t('sandbox.coupons.max')}
          />
        </div>
        <Button
          type="submit"
          loading={mutation.isPending}
          className="justify-self-end max-sm:w-full"
        >
          {t('sandbox.coupons.make')}
        </Button>
      </form>
    </Card>
  );
}
