import { useQuery } from '@tanstack/react-query';
import { isEnding } from '#contract/admission/entitlement.ts';
import type { Invoice, UpcomingInvoice } from '#contract/invoices.ts';
import type { TenantProduct } from '#contract/membership.ts';
import { fromMinor } from '#contract/money.ts';
import { useBillingTime } from '#web/components/billing/billing-time.ts';
import { upcomingInvoiceQuery } from '#web/components/billing/current-subscription.ts';
import { useTaxText } from '#web/components/billing/tax-location.ts';
import { useOpenInvoice } from '#web/components/billing/use-open-invoice.ts';
import { isOneTimePrice } from '#web/components/pricing/plan-selection.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PlanEndFacts, useRemainingPlan } from './plan-end.tsx';
import type { FollowingPlan } from './plan-options.ts';

/** Facts beside the plan itself. */
export type PlanFacts = {
  invoices: readonly Invoice[];
  /** Plan that follows by itself; null when this one continues. */
  following: FollowingPlan | null;
};

/** Returns the details of the current plan: its dates and next invoice. */
export function usePlanDetails(
  { status, ...product }: TenantProduct,
  { following, invoices }: PlanFacts,
) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const remainingPlan = useRemainingPlan();
  const now = useBillingTime(product);
  const recurs = !isOneTimePrice(product.subscriptionPrice);
  // An ending plan has no next invoice; ignore one that was cached before it was canceled.
  // While payment is overdue it would show the date that failed; the overdue amount counts then. A paused one has none.
  const standsStill = status === 'past_due' || status === 'paused';
  const renews =
    recurs && product.endDate === null && !product.granted && !following && !standsStill;
  const { data: next, isPending } = useQuery({ ...upcomingInvoiceQuery(), enabled: renews });
  // Its row has a place from the beginning: what is below must not move away from a press.
  const isAwaited = renews && isPending && product.subscriptionPrice.price > 0;
  const isReadOnly = product.graceEnds !== null && new Date(product.graceEnds) <= now;
  const graceLabel = isReadOnly ? 'billing.current.readOnlySince' : 'billing.current.grace';
  const open = useOpenInvoice()(invoices, now);
  const dated = (key: string, label: string, at: string | number | null) =>
    at === null ? [] : [{ key, label, value: date(at, 'long') }];
  const trialEnds = product.trialEnds === null ? null : product.trialEnds * 1000;
  const nextRow = { key: 'next', label: t('billing.current.next') };
  return [
    {
      key: 'since',
      label: t('subscription.began'),
      value: date(product.startDate, 'short'),
    },
    ...dated('trial', t('subscription.trialEnds'), status === 'trialing' ? trialEnds : null),
    ...(open ? [open] : []),
    ...dated('grace', t(graceLabel), product.graceEnds),
    ...dated('ends', t('billing.current.ends'), isEnding(product) ? product.endDate : null),
    ...(following
      ? [
          {
            key: 'after',
            label: t('billing.current.after'),
            value: (
              <div className="grid gap-3">
                {following.unlessCard
                  ? t('billing.current.unlessCard', { plan: remainingPlan(following.end) })
                  : remainingPlan(following.end)}
                <PlanEndFacts end={following.end} />
              </div>
            ),
          },
        ]
      : []),
    ...(renews && next?.nextRenewal
      ? [{ ...nextRow, value: <NextInvoice {...next.nextRenewal} currency={next.currency} /> }]
      : isAwaited
        ? [{ ...nextRow, value: <Skeleton className="h-5 w-40" /> }]
        : []),
  ];
}

type NextInvoiceProps = NonNullable<UpcomingInvoice['nextRenewal']> &
  Pick<UpcomingInvoice, 'currency'>;

/** Renders amount, date and taxes of the next invoice. */
function NextInvoice({ amount, date: at, taxes, currency }: NextInvoiceProps) {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  const taxText = useTaxText();
  return (
    <>
      {t('billing.preview.renewalValue', {
        amount: money(fromMinor(amount, currency), currency),
        date: date(at, 'short'),
      })}
      {taxes.map((tax, index) => (
        <span key={index} className="block text-muted">
          {t('billing.tax.including')}: {taxText(tax)}
        </span>
      ))}
    </>
  );
}
