import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Role, roleAllows, transactionsTier } from '#contract/access.ts';
import { dataPath, planEndQuery } from '#web/components/billing/plan-end-query.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { usePlanWithTier } from '#web/components/pricing/available-products.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Suggests the first plan that includes transactions, and tells how many are kept from an earlier one. */
export function UpgradePrompt() {
  const { t } = useTranslation();
  const { role, tenant } = useSession();
  const product = usePlanWithTier(transactionsTier);
  const { data: end, isPending } = useQuery(planEndQuery());
  if (product === undefined || isPending) return null;
  const count = end?.transactions ?? 0;
  return (
    <Card>
      <div className="flex max-w-prose flex-col items-start gap-4">
        <h2 className="text-xl font-semibold tracking-tight">
          {count > 0
            ? t('app.dashboard.keptTitle', { count })
            : t('app.dashboard.upgradeTitle', { product })}
        </h2>
        <p className="text-pretty text-muted">
          {count > 0 ? t('app.dashboard.keptText') : t('app.dashboard.upgradeText')}
        </p>
        {roleAllows(role, Role.Admin) ? (
          <span className="flex flex-wrap gap-2">
            <Button render={<Link to={subscriptionPath} />}>{t('app.overFree.action')}</Button>
            {count > 0 && role === Role.Owner && (
              <Button variant="secondary" render={<Link to={dataPath} />}>
                {t('app.export')}
              </Button>
            )}
          </span>
        ) : (
          <p className="text-sm text-muted">{t('app.askAdmin', { organization: tenant.name })}</p>
        )}
      </div>
    </Card>
  );
}
