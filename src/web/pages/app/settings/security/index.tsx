import { ArrowRight, Lock } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { identityTier, tierAllows } from '#contract/access.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { subscriptionPath, useReadOnly } from '#web/components/billing/use-read-only.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { usePlanWithTier } from '#web/components/pricing/available-products.ts';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Policies } from './policies.tsx';

export const handle: RouteHandle = { title: 'settings.menu.security' };

/** Renders the policies of the organization, and of entitled ones single sign-on and provisioning. */
export default function SecuritySettings() {
  const { t } = useTranslation();
  const { tenant, tier, user } = useSession();
  const isEntitled = tierAllows(tier, identityTier);
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
      <SettingsSection id="sso" title={t('policies.sso.title')} text={t('policies.sso.text')}>
        <Card>{isEntitled ? <SsoLink /> : <LockedSso />}</Card>
      </SettingsSection>
      {isEntitled && (
        <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
          <ProvisioningSection />
        </Suspense>
      )}
    </>
  );
}

/** Loads for entitled organizations only. */
const ProvisioningSection = lazyPart(
  async () =>
    (await import('#web/pages/app/settings/general/provisioning/section.tsx')).ProvisioningSection,
);

function SsoLink() {
  const { t } = useTranslation();
  return (
    <Button variant="secondary" render={<Link to="/app/settings/organization/sso" />}>
      {t('policies.sso.open')}
      <ArrowRight aria-hidden className="size-4" />
    </Button>
  );
}

/** Names the plan that single sign-on comes with, and leads to the plans. */
function LockedSso() {
  const { t } = useTranslation();
  const plan = usePlanWithTier(identityTier);
  if (plan === undefined) return <Skeleton className="h-10" />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-2 text-sm text-pretty text-muted">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('policies.sso.locked', { plan })}
      </p>
      <Button variant="white" render={<Link to={subscriptionPath} />}>
        {t('common.action.upgrade')}
      </Button>
    </div>
  );
}
