import { OrganizationCreation } from '#web/components/organizations/organization-creation.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { requireOwnDocument, thirdPartyHeaders } from '#web/session/third-party-scripts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/index.ts';

export const handle: RouteHandle = { title: 'settings.newOrganization.title' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwnDocument('stripe')];

export const headers = thirdPartyHeaders('stripe');

/** Renders the page on which a signed-in person creates another organization. */
export default function NewOrganizationPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <>
      <PageTitle>{t('settings.newOrganization.title')}</PageTitle>
      <PageHeader
        title={t('settings.newOrganization.title')}
        description={t('settings.newOrganization.text')}
      />
      <OrganizationCreation hadTrial={user.hadTrial} />
    </>
  );
}
