import { Link } from 'react-router';
import type { Failure } from '#contract/errors.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/**
 * Lists how many members have to be removed before the organization fits the plan, and who could be
 * (R-SUB-04).
 */
export function PlanChangeBlocked({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const { members } = failure.params;
  return (
    <Banner
      tone="warning"
      role="alert"
      title={t('billing.plan.tooSmall')}
      action={
        <Button size="sm" variant="white" render={<Link to="/app/settings/organization/members" />}>
          {t('billing.plan.members')}
        </Button>
      }
    >
      <p>{failureText(t, failure)}</p>
      {Array.isArray(members) && (
        <ul className="mt-2 list-disc pl-5">
          {members.map((email) => (
            <li key={email} className="break-all">
              {email}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
