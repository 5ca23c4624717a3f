import { Link, useMatch } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { billingTime } from '#web/components/billing/billing-time.ts';
import { readOnlyCauseOf, subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

const membersPath = '/app/settings/organization/members';

/**
 * Renders the banner of an organization with more members than the free plan allows, which is
 * read-only (R-SUB-07).
 */
export function FreePlanBanner() {
  const { t } = useTranslation();
  const isThere = useMatch(subscriptionPath);
  const isAtMembers = useMatch(membersPath);
  const session = useSession();
  const { role, tenant, product } = session;
  if (!product || readOnlyCauseOf(session, billingTime(product)) !== 'overFree') return null;
  const { title: plan, maxUsers: max } = product.subscriptionProduct;
  const used = tenant.seatsTaken;
  const mayChoose = roleAllows(role, Role.Admin);
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('app.readOnly.title')}
      action={
        mayChoose && (
          <span className="flex flex-wrap gap-2">
            {!isAtMembers && (
              <Button size="sm" variant="white" render={<Link to={membersPath} />}>
                {t('app.overFree.members')}
              </Button>
            )}
            {!isThere && (
              <Button size="sm" variant="white" render={<Link to={subscriptionPath} />}>
                {t('app.overFree.action')}
              </Button>
            )}
          </span>
        )
      }
    >
      {mayChoose
        ? t('app.overFree.payer', { plan, max, used })
        : t('app.overFree.member', { plan })}
    </Banner>
  );
}
