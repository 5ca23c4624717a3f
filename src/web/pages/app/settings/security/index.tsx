import { ArrowRight } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { identityTier, Role, tierAllows } from '#contract/access.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { Policies } from './policies.tsx';

export const handle: RouteHandle = { title: 'app.menu.security' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Owner }),
];

/** Renders the policies of the organization, and of entitled ones single sign-on and provisioning. */
export default function SecuritySettings() {
  const { t } = useTranslation();
  const { tenant, tier, user } = useSession();
  const readOnly = useReadOnly();
  return (
    <>
      <PageTitle>{t('policies.title')}</PageTitle>
      <PageHeader
        title={t('policies.title')}
        description={t('policies.text', { name: tenant.name })}
      />
      <ReadOnlyNotice />
      {user.impersonatedBy && <Banner tone="info">{t('policies.inPerson')}</Banner>}
      {!user.impersonatedBy && (
        <fieldset disabled={readOnly !== null} className="contents">
          <SettingsSection title={t('policies.form.title')} text={t('policies.form.text')}>
            <Policies />
          </SettingsSection>
        </fieldset>
      )}
      {tierAllows(tier, identityTier) && <EntitledSections />}
    </>
  );
}

/** Loads for entitled organizations only. */
const ProvisioningSection = lazyPart(
  async () =>
    (await import('#web/pages/app/settings/general/provisioning/section.tsx')).ProvisioningSection,
);

/** Leads to single sign-on, and renders provisioning. */
function EntitledSections() {
  const { t } = useTranslation();
  return (
    <>
      <SettingsSection title={t('policies.sso.title')} text={t('policies.sso.text')}>
        <Card>
          <Button variant="secondary" render={<Link to="/app/settings/organization/sso" />}>
            {t('policies.sso.open')}
            <ArrowRight aria-hidden className="size-4" />
          </Button>
        </Card>
      </SettingsSection>
      <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
        <ProvisioningSection />
      </Suspense>
    </>
  );
}
