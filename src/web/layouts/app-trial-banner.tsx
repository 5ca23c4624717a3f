import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router';
import type { Translate } from '#locales/translation.ts';
import { useBillingTime } from '#web/components/billing/billing-time.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { calendarDaysUntil, type Formats } from '#web/theme/formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { trialEndFor } from './app-banners.ts';

type Trial = { trialEnds: number; now: Date };

function textOf(t: Translate, { trialEnds, now }: Trial, formats: Formats) {
  const count = calendarDaysUntil(trialEnds, now);
  const date = formats.date(trialEnds * 1000, 'short');
  if (count === 0) return t('app.trial.today', { date });
  if (count === 1) return t('app.trial.tomorrow', { date });
  return t('app.trial.days', { count, date });
}

/** Renders the end of the trial for those who can add a card, until one is on file (R-SUB-15). */
export function TrialBanner() {
  const { t } = useTranslation();
  const formats = useFormats();
  const isThere = useMatch(subscriptionPath);
  const { role, product } = useSession();
  const trialEnds = trialEndFor({ role, product });
  const now = useBillingTime(product);
  const { data } = useQuery({ ...subscriptionQuery(), enabled: trialEnds !== null });
  if (!product || trialEnds === null || !data?.providerReached || data.cards.length > 0)
    return null;
  return (
    <Banner
      tone="info"
      action={
        !isThere && (
          <Button size="sm" variant="white" render={<Link to={subscriptionPath} />}>
            {t('app.trial.link')}
          </Button>
        )
      }
    >
      {textOf(t, { trialEnds, now }, formats)}
    </Banner>
  );
}
