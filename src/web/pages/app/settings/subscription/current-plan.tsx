import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '#contract/invoices.ts';
import type { ProductStatus, TenantProduct } from '#contract/membership.ts';
import { fromMinor } from '#contract/money.ts';
import { upcomingInvoiceQuery } from '#web/components/billing/current-subscription.ts';
import { isOneTimePrice } from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { CancelPlan } from './cancel-plan.tsx';
import type { PlanOffer } from './plan-options.ts';
import { ResumeButton } from './resume-button.tsx';

const tones = {
  active: 'success',
  trialing: 'info',
  past_due: 'warning',
  canceled: 'neutral',
} as const satisfies Record<ProductStatus, string>;

interface Props {
  product: TenantProduct;
  invoices: readonly Invoice[];
  /** The free plan that follows, and whether a card would prevent it. */
  following: { product: string; unlessCard: boolean } | null;
  /** A smaller plan to offer to a person who cancels. */
  smaller: PlanOffer | null;
  isChanging: boolean;
  /** Opens the change of plan, with this price selected if one is given. */
  onChange: (priceId: string | null) => void;
}

/** Renders the current plan with price, dates and features (R-SUB-14). */
export function CurrentPlan(props: Props) {
  const { product, invoices, following, smaller, isChanging, onChange } = props;
  const { t } = useTranslation();
  const pricing = usePricingTexts();
  const details = useDetails(product, { following, invoices });
  const [isCancelling, setIsCancelling] = useState(false);
  const { subscriptionProduct, subscriptionPrice, status, endDate } = product;
  const recurs = !isOneTimePrice(subscriptionPrice);
  return (
    <Card
      title={t('subscription.current')}
      actions={
        <Badge tone={endDate ? 'warning' : tones[status]}>
          {endDate ? t('billing.current.endsBadge') : t(`subscription.status.${status}`)}
        </Badge>
      }
      footer={
        <>
          {recurs && !endDate && (
            <button
              type="button"
              className="mr-auto cursor-pointer text-sm font-medium text-muted underline-offset-4 hover:text-danger-ink hover:underline"
              onClick={() => setIsCancelling(true)}
            >
              {t('billing.cancel.open')}
            </button>
          )}
          <Button variant="secondary" disabled={isChanging} onClick={() => onChange(null)}>
            {t('billing.plan.change')}
          </Button>
          {recurs && endDate && <ResumeButton product={product} />}
        </>
      }
    >
      <div className="flex flex-wrap items-baseline gap-x-3 pb-5">
        <p className="text-2xl font-semibold tracking-tight">{subscriptionProduct.title}</p>
        <p className="text-muted">
          {pricing.amount(subscriptionPrice)}
          {subscriptionPrice.price > 0 && ` ${pricing.per(subscriptionPrice)}`}
        </p>
      </div>
      <DetailsList className="border-t border-line pt-5" details={details} />
      {isCancelling && (
        <CancelPlan
          product={product}
          smaller={smaller}
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

/** Returns the details of the current plan: its dates, next invoice and seats. */
const useDetails = (
  { subscriptionProduct, status, ...product }: TenantProduct,
  { following, invoices }: Pick<Props, 'following' | 'invoices'>,
) => {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  const { tenant } = useSession();
  const recurs = !isOneTimePrice(product.subscriptionPrice);
  const isEnding = product.endDate !== null;
  // An ending plan has no next invoice; ignore one that was cached before it was canceled.
  // While payment is overdue it would show the date that failed; the overdue amount counts then.
  const renews = recurs && !isEnding && !following && status !== 'past_due';
  const { data: next } = useQuery({ ...upcomingInvoiceQuery(), enabled: renews });
  const overdue = invoices.find(({ amountToPay }) => amountToPay !== null);
  const members = { count: tenant.seatsTaken, max: subscriptionProduct.maxUsers };
  const dated = (key: string, label: string, at: string | number | null) =>
    at === null ? [] : [{ key, label, value: date(at, 'long') }];
  const trialEnds = product.trialEnds === null ? null : product.trialEnds * 1000;
  return [
    {
      key: 'since',
      label: t('subscription.began'),
      value: date(product.startDate, 'short'),
    },
    ...dated('trial', t('subscription.trialEnds'), status === 'trialing' ? trialEnds : null),
    ...(overdue
      ? [
          {
            key: 'overdue',
            label: t('billing.current.overdue'),
            value: money(fromMinor(overdue.amountToPay ?? 0), overdue.currency),
          },
        ]
      : []),
    ...dated('grace', t('billing.current.grace'), product.graceEnds),
    ...dated('ends', t('billing.current.ends'), product.endDate),
    ...(following
      ? [
          {
            key: 'after',
            label: t('billing.current.after'),
            value: t(
              following.unlessCard ? 'billing.current.afterUnless' : 'billing.current.afterFree',
              following,
            ),
          },
        ]
      : []),
    ...(renews && next?.nextRenewal
      ? [
          {
            key: 'next',
            label: t('billing.current.next'),
            value: t('billing.preview.renewalValue', {
              amount: money(fromMinor(next.nextRenewal.amount), next.currency),
              date: date(next.nextRenewal.date, 'short'),
            }),
          },
        ]
      : []),
    {
      key: 'members',
      label: t('subscription.members'),
      value: members.max
        ? t('subscription.membersOf', members)
        : t('subscription.membersUnlimited', members),
    },
  ];
};
