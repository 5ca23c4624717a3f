import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Failure } from '#contract/errors.ts';
import { failureText } from '#web/components/failure-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** The plan is too small for what the organization has: what has to go first, and where. */
export function Blocked({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="warning"
      role="alert"
      title={t('billing.plan.failed')}
      action={
        <Button size="sm" variant="white" render={<Link to="/app/settings/organization/members" />}>
          {t('billing.plan.members')}
        </Button>
      }
    >
      {failureText(t, failure)}
    </Banner>
  );
}
