import { useState } from 'react';
import { isEnding } from '#contract/admission/entitlement.ts';
import { fromMinor } from '#contract/money.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import { type SupportRecord, grantInput } from '#contract/support/support.ts';
import { api } from '#web/api/api.ts';
import { cardBrandName } from '#web/components/billing/card-numbers.ts';
import { usePlanPrice } from '#web/components/billing/use-plan-price.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { isOneTimePrice } from '#web/components/pricing/plan-selection.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CreditDialog, TrialDialog } from './changes.tsx';
import { DialogText, SupportDialog } from './dialog.tsx';
import { PlanDialog } from './plan-change.tsx';
import { usePlanChoice } from './plan-choice.tsx';

type Props = {
  record: SupportRecord;
  onClose: () => void;
};

const isPaidPlan = (price: SubscriptionPrice) => price.price > 0 && !isOneTimePrice(price);
const untilField = { until: { kind: 'Date', optional: true } } as const;

/** Grants a plan to an organization free of charge, until a day or without an end (R-SUP-09). */
function GrantDialog({ record, onClose }: Props) {
  const { t } = useTranslation();
  const { tenant } = record;
  const { isLoading, picker, price } = usePlanChoice(record, isPaidPlan);
  return (
    <SupportDialog
      title={t('support.grant.title', { name: tenant.name })}
      submit={t('support.grant.submit')}
      done={t('support.grant.done')}
      fields={untilField}
      schema={grantInput.omit({ subscriptionPriceId: true })}
      isDisabled={!price}
      send={(body) => {
        const params = { id: tenant.id };
        const subscriptionPriceId = price?.id ?? '';
        return api.support.grantPlan({ params, body: { ...body, subscriptionPriceId } });
      }}
      onClose={onClose}
    >
      <DialogText>{t('support.grant.text')}</DialogText>
      {isLoading ? <Skeleton className="h-48" /> : picker}
      <EntityField
        name="until"
        field={untilField.until}
        label={t('support.field.grantUntil')}
        hint={t('support.hint.grantUntil')}
        disabled={false}
      />
    </SupportDialog>
  );
}

const tones = {
  active: 'success',
  trialing: 'info',
  past_due: 'warning',
  paused: 'warning',
  canceled: 'neutral',
} as const;

const dialogs = {
  credit: CreditDialog,
  extendTrial: TrialDialog,
  changePlan: PlanDialog,
  grantPlan: GrantDialog,
};

/** Renders plan, dates, balance and card of an organization, with the changes that are possible. */
export function SubscriptionCard({ record }: { record: SupportRecord }) {
  const { t } = useTranslation();
  const details = useSubscriptionDetails(record);
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const [product] = record.products;
  const Dialog = open && dialogs[open];
  const isReached = record.providerReached;
  const may = useMayCall();
  return (
    <Card
      title={t('support.plan.title')}
      actions={
        product && (
          <Badge tone={isEnding(product) ? 'warning' : tones[product.status]}>
            {isEnding(product)
              ? t('billing.current.endsBadge')
              : product.granted
                ? t('support.granted.badge')
                : t(`subscription.status.${product.status}`)}
          </Badge>
        )
      }
      footer={
        <>
          {may('support/extendTrial') && product?.status === 'trialing' && (
            <Button
              variant="secondary"
              disabled={!isReached}
              onClick={() => setOpen('extendTrial')}
            >
              {t('support.action.extendTrial')}
            </Button>
          )}
          {may('support/grantPlan') && (
            <Button variant="secondary" disabled={!isReached} onClick={() => setOpen('grantPlan')}>
              {t('support.action.grantPlan')}
            </Button>
          )}
          {may('support/changePlan') && (
            <Button variant="secondary" disabled={!isReached} onClick={() => setOpen('changePlan')}>
              {t('support.action.changePlan')}
            </Button>
          )}
          {may('support/credit') && (
            <Button
              variant="secondary"
              disabled={!isReached || record.currency === null}
              onClick={() => setOpen('credit')}
            >
              {t('support.action.credit')}
            </Button>
          )}
        </>
      }
    >
      <DetailsList details={details} />
      {Dialog && <Dialog record={record} onClose={() => setOpen(null)} />}
    </Card>
  );
}

/** Returns plan, dates, balance and card of an organization. */
export function useSubscriptionDetails({ products, creditBalance, currency, card }: SupportRecord) {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  const planPrice = usePlanPrice();
  const [product] = products;
  const dated = (key: 'trialEnds' | 'ends' | 'grace', at: string | number | null | undefined) =>
    at ? [{ key, label: t(`support.plan.${key}`), value: date(at, 'long') }] : [];
  const price = product?.subscriptionPrice;
  const isTrial = product?.status === 'trialing';
  return [
    {
      key: 'plan',
      label: t('support.plan.plan'),
      value: product?.subscriptionProduct.title ?? t('support.plan.none'),
    },
    ...(price && price.price > 0
      ? [
          {
            key: 'price',
            label: t('support.plan.price'),
            value: planPrice(product),
          },
        ]
      : []),
    ...dated('trialEnds', isTrial && product.trialEnds ? product.trialEnds * 1_000 : null),
    ...dated('grace', product?.graceEnds),
    ...dated('ends', product && isEnding(product) ? product.endDate : null),
    {
      key: 'balance',
      label: t(creditBalance < 0 ? 'billing.preview.owedBefore' : 'support.plan.balance'),
      value: currency ? money(fromMinor(Math.abs(creditBalance), currency), currency) : '–',
    },
    {
      key: 'card',
      label: t('support.plan.card'),
      value: card
        ? t('support.plan.cardValue', {
            brand: cardBrandName(card.brand),
            last4: card.lastFourDigits,
          })
        : t('support.plan.noCard'),
    },
  ];
}
