import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isEnding } from '#contract/admission/entitlement.ts';
import type { PlanEnd } from '#contract/billing/plan-end.ts';
import type { ProductStatus, TenantProduct } from '#contract/membership.ts';
import { fromMinor } from '#contract/money.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { cacheSubscription } from '#web/components/billing/current-subscription.ts';
import { usePaymentAuthentication } from '#web/components/billing/payment-authentication.ts';
import { TrialDays } from '#web/components/billing/trial-days.tsx';
import { usePlanPrice } from '#web/components/billing/use-plan-price.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { isOneTimePrice } from '#web/components/pricing/plan-selection.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { CancelPlan } from './cancel-plan.tsx';
import { type PlanFacts, usePlanDetails } from './plan-details.tsx';
import { PlanEndSection } from './plan-end.tsx';
import type { PlanOffer } from './plan-options.ts';

const tones = {
  active: 'success',
  trialing: 'info',
  past_due: 'warning',
  paused: 'warning',
  canceled: 'neutral',
} as const satisfies Record<ProductStatus, string>;

type Props = {
  product: TenantProduct;
  /** A smaller plan to offer to a person who cancels. */
  smaller: PlanOffer | null;
  /** Changes at the end of the subscription; undefined until they are loaded. */
  end: PlanEnd | undefined;
  isChanging: boolean;
  /** Opens the change of plan, with this price selected if one is given. */
  onChange: (priceId: string | null) => void;
} & PlanFacts &
  Pick<CurrentSubscription, 'collectionPaused'>;

/** Renders the current plan with price, dates and features (R-SUB-14). */
export function CurrentPlan(props: Props) {
  const { product, invoices, following, smaller, end, isChanging, onChange, collectionPaused } =
    props;
  const { t } = useTranslation();
  const planPrice = usePlanPrice();
  const details = usePlanDetails(product, { following, invoices });
  const [isCancelling, setIsCancelling] = useState(false);
  const { subscriptionProduct, subscriptionPrice, status, granted } = product;
  const ends = isEnding(product);
  const recurs = !isOneTimePrice(subscriptionPrice);
  const isPaused = status === 'paused' || collectionPaused !== null;
  return (
    <Card
      id="plan"
      title={t('subscription.current')}
      actions={
        <Badge tone={ends ? 'warning' : tones[status]}>
          {ends
            ? t('billing.current.endsBadge')
            : granted
              ? t('support.granted.badge')
              : t(`subscription.status.${status}`)}
        </Badge>
      }
      footer={
        <>
          {recurs && !ends && (
            <button
              type="button"
              className="mr-auto cursor-pointer text-sm font-medium text-muted underline-offset-4 hover:text-danger-ink hover:underline"
              onClick={() => setIsCancelling(true)}
            >
              {t('billing.cancel.open')}
            </button>
          )}
          {/* Other plans are refused until it is resumed. */}
          {!isPaused && (
            <Button variant="secondary" disabled={isChanging} onClick={() => onChange(null)}>
              {t('billing.plan.change')}
            </Button>
          )}
          {recurs && (ends || isPaused) && <ResumeButton product={product} />}
        </>
      }
    >
      <div className="flex flex-wrap items-baseline gap-x-3 pb-5">
        <p className="text-2xl font-semibold tracking-tight">{subscriptionProduct.title}</p>
        <p className="text-muted">{planPrice(product)}</p>
      </div>
      <TrialDays product={product} />
      {recurs && isPaused && <PauseNotice {...{ status, collectionPaused }} />}
      <DetailsList className="border-t border-line pt-5" details={details} />
      {isCancelling && (
        <CancelPlan
          product={product}
          smaller={smaller}
          after={subscriptionPrice.price > 0 && end && <PlanEndSection end={end} />}
          onSwitch={() => {
            setIsCancelling(false);
            onChange(smaller?.price.id ?? null);
          }}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </Card>
  );
}

type PauseProps = Pick<Props, 'collectionPaused'> & Pick<TenantProduct, 'status'>;

/** Tells what a pause means: of the subscription, or of the collection of its payments alone. */
function PauseNotice({ status, collectionPaused }: PauseProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const until = collectionPaused?.resumesAt ?? null;
  return (
    <Banner tone="warning" className="mb-5">
      {status === 'paused'
        ? t('billing.paused.text')
        : until === null
          ? t('billing.paused.collection')
          : t('billing.paused.collectionUntil', { date: date(until, 'long') })}
    </Banner>
  );
}

/**
 * Withdraws a pending cancellation or a pause by choosing the same plan again. Only the end of a pause
 * may cost something: its amount is confirmed first.
 */
function ResumeButton({ product }: { product: TenantProduct }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const authenticated = usePaymentAuthentication();
  const confirmedAmount = useConfirmedAmount(product);
  const resume = useMutation({
    mutationFn: async () => {
      const amountDue = await confirmedAmount();
      if (amountDue === null) return;
      const { id: subscriptionPriceId } = product.subscriptionPrice;
      const changed = await authenticated((intentId) =>
        api.subscriptions.update({
          body: { subscriptionPriceId, amountDue, ...(intentId && { intentId }) },
        }),
      );
      await cacheSubscription(changed);
      await toast({ tone: 'success', title: t('billing.cancel.resumed') });
    },
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
  });
  return (
    <Button loading={resume.isPending} onClick={() => resume.mutate()}>
      {t('billing.cancel.resume')}
    </Button>
  );
}

/** Returns a function that asks to confirm what the end of a pause costs; it returns null if that is refused. */
function useConfirmedAmount({ status, subscriptionPrice }: TenantProduct) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const dialogs = useDialogs();
  return async () => {
    if (status !== 'paused') return 0;
    const query = { subscriptionPriceId: subscriptionPrice.id };
    const { amountDue = 0, currency = subscriptionPrice.currency } =
      (await api.subscriptions.getUpcomingInvoice({ query })) ?? {};
    const amount = money(fromMinor(amountDue, currency), currency);
    const isConfirmed = await dialogs.confirm({
      title: t('billing.paused.confirm'),
      text: amountDue === 0 ? t('billing.paused.nothingDue') : t('billing.paused.due', { amount }),
      yes: t('billing.cancel.resume'),
      no: t('common.action.cancel'),
    });
    return isConfirmed ? amountDue : null;
  };
}
