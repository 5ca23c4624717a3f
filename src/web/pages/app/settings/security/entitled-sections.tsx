import { ArrowRight } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { SettingsSection } from '#web/components/settings-section.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Loads for entitled organizations only. */
const ProvisioningSection = lazyPart(
  async () =>
    (await import('#web/pages/app/settings/general/provisioning/section.tsx')).ProvisioningSection,
);

/** Leads to single sign-on, and renders provisioning. */
export function EntitledSections() {
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
