import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Role } from '#contract/access.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { currentSubscription } from '#web/components/current-subscription.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { Invoices } from './invoices.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { Plan } from './plan.tsx';
import { Purchases } from './purchases.tsx';

export const handle: Titled = { title: 'app.menu.subscription' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires({ role: Role.Admin })];

/** What the organization has and pays, and everything that can be done about it. */
export default function Subscription() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const { data: subscription, error } = useQuery(currentSubscription());
  if (error && !subscription) throw error;
  const isOperators = tenant.subdomain === 'admin';
  return (
    <>
      <PageTitle>{t('app.subscription.title')}</PageTitle>
      <PageHeader title={t('app.subscription.title')} description={tenant.name} />
      {isOperators && <Banner tone="warning">{t('app.subscription.adminTenant')}</Banner>}
      {!isOperators && subscription && <Panels subscription={subscription} />}
      {!isOperators && !subscription && (
        <>
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-32 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </>
      )}
    </>
  );
}

function Panels({ subscription }: { subscription: CurrentSubscription }) {
  return (
    <>
      {!subscription.providerReached && <ProviderDown />}
      <Plan subscription={subscription} />
      <PaymentDetails subscription={subscription} />
      <Invoices subscription={subscription} />
      <Purchases products={subscription.myProducts} />
    </>
  );
}

/** The provider is silent: what is known stays on the page, and it can be asked again. */
function ProviderDown() {
  const { t } = useTranslation();
  const { refetch, isFetching } = useQuery(currentSubscription());
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('billing.provider.title')}
      action={
        <Button size="sm" variant="white" loading={isFetching} onClick={() => void refetch()}>
          {t('common.action.retry')}
        </Button>
      }
    >
      {t('billing.provider.text')}
    </Banner>
  );
}
