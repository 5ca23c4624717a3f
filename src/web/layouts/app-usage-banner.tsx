import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router';
import { limitStateOf, type LimitKey } from '#contract/usage/limits.ts';
import { queryClient } from '#web/api/queries.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { usageQuery } from '#web/components/usage/usage-query.ts';
import { useLimitFigures } from '#web/components/usage/use-limit-figures.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Limits that the app announces; the members page announces that of members. */
const watchedLimits = ['transactions', 'storage'] as const satisfies LimitKey[];

/** Loads what the banner shows. */
export const loadUsage = () => queryClient.ensureQueryData(usageQuery());

/** Renders a notice of each limit that is almost used up, or is (R-USE-04). */
export function UsageBanner() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const figure = useLimitFigures();
  const isThere = useMatch(subscriptionPath);
  const { data = [] } = useQuery(usageQuery());
  if (isThere) return null;
  return watchedLimits.map((key) => {
    const limit = data.find((one) => one.key === key);
    const state = limit ? limitStateOf(limit.used, limit.included) : 'normal';
    if (!limit?.included || state === 'normal') return null;
    const { used, included, resetsAt } = limit;
    const values = { used: figure(key, used), included: figure(key, included) };
    return (
      <Banner
        key={key}
        tone={state === 'reached' ? 'warning' : 'info'}

        action={
          <Button size="sm" variant="white" render={<Link to={subscriptionPath} />}>
            {t('app.overFree.action')}
          </Button>
        }
      >
        {t(`app.limit.near.${key}`, values)}{' '}
        {resetsAt && t('app.limit.resets', { date: date(resetsAt.slice(0, 10), 'short') })}
      </Banner>
    );
  });
}
