import { useTranslation } from 'react-i18next';
import { Link, useMatch } from 'react-router';
import { isOperatorTenant, Role, roleAllows } from '#contract/access.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

const subscriptionPath = '/app/settings/organization/subscription';
const membersPath = '/app/settings/organization/members';

/**
 * Renders the banner of an organization with more members than the free plan allows, which is
 * read-only (R-SUB-07).
 */
export function FreePlanBanner() {
  const { t } = useTranslation();
  const isThere = useMatch(subscriptionPath);
  const isAtMembers = useMatch(membersPath);
  const { role, tenant, product } = useSession();
  if (product?.status !== 'active' || product.subscriptionPrice.price > 0) return null;
  const { title: plan, maxUsers: max } = product.subscriptionProduct;
  const used = tenant.seatsTaken;
  if (isOperatorTenant(tenant) || max === 0 || used <= max) return null;
  const mayChoose = roleAllows(role, Role.Admin);
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('app.overFree.title')}
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
