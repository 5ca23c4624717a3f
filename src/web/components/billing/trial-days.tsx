import type { TenantProduct } from '#contract/membership.ts';
import { StopMeter } from '#web/components/drawing/stop-meter.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { calendarDaysUntil } from '#web/theme/formats.ts';
import { useBillingTime } from './billing-time.ts';

/** Draws the days of a trial, those used and those left; nothing outside of one. */
export function TrialDays({ product }: { product: TenantProduct }) {
  const { t } = useTranslation();
  const now = useBillingTime(product);
  const { status, trialEnds, startDate } = product;
  if (status !== 'trialing' || trialEnds === null) return null;
  const left = Math.max(0, calendarDaysUntil(trialEnds, now));
  const days = Math.max(1, left, calendarDaysUntil(trialEnds, new Date(startDate)));
  const text = t('subscription.trialDays', { used: days - left, days, count: left });
  return (
    <figure className="max-w-md pb-5">
      <StopMeter
        used={days - left}
        limit={days}
        label={{ 'aria-label': t('subscription.status.trialing') }}
        text={text}
        className="h-16"
      />
      <figcaption aria-hidden className="mt-2 text-sm text-muted tabular-nums">
        {text}
      </figcaption>
    </figure>
  );
}
