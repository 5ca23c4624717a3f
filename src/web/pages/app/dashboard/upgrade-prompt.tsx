import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Role, roleAllows, transactionsTier } from '#contract/access.ts';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Suggests the first plan that includes transactions. */
export function UpgradePrompt() {
  const { t } = useTranslation();
  const { role, tenant } = useSession();
  const { data } = useQuery(availableProductsQuery);
  const product = data?.find(({ tier }) => tier >= transactionsTier)?.title;
  if (!product) return null;
  return (
    <Card>
      <div className="flex max-w-prose flex-col items-start gap-4">
        <h2 className="text-xl font-semibold tracking-tight">
          {t('app.dashboard.upgradeTitle', { product })}
        </h2>
        <p className="text-pretty text-muted">{t('app.dashboard.upgradeText')}</p>
        {roleAllows(role, Role.Admin) ? (
          <Button render={<Link to="/app/settings/organization/subscription" />}>
            {t('app.dashboard.upgrade')}
          </Button>
        ) : (
          <p className="text-sm text-muted">{t('app.askAdmin', { organization: tenant.name })}</p>
        )}
      </div>
    </Card>
  );
}
