import { Link } from 'react-router';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHasLargerPlan, useSeatLimitText } from './seat-limit.ts';

/** Warns that the seat limit is reached, with a link to upgrade if a plan has more (R-MEM-06). */
export function SeatLimitBanner() {
  const { t } = useTranslation();
  const text = useSeatLimitText();
  const hasLarger = useHasLargerPlan();
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('errors.tenant.maxNumberOfUsers')}
      action={
        hasLarger && (
          <Button size="sm" variant="white" render={<Link to={subscriptionPath} />}>
            {t('common.action.upgrade')}
          </Button>
        )
      }
    >
      {text}
    </Banner>
  );
}
