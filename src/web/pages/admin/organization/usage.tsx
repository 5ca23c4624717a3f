import { LimitList } from '#web/components/usage/limit-list.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import type { Route } from './+types/usage.ts';
import { OrganizationPage } from './page.tsx';

export const handle: RouteHandle = { title: 'subscription.usage.title' };

/** Renders what an organization uses of its plan. */
export default function OrganizationUsage({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <OrganizationPage tenantId={params.tenantId} title={handle.title}>
      {({ usage }) => (
        <Card title={t(handle.title)}>
          <LimitList limits={usage} />
        </Card>
      )}
    </OrganizationPage>
  );
}
