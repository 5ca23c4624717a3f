import { Suspense } from 'react';
import { Link } from 'react-router';
import { AccountHead, textLinkClass } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const OrganizationCreation = lazyPart(
  async () =>
    (await import('#web/components/organizations/organization-creation.tsx')).OrganizationCreation,
);

/** Creates an organization of a person who belongs to none (R-ONB-09). */
export function OwnOrganization({ hadTrial }: { hadTrial: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="flex w-full max-w-2xl flex-col gap-6">
      <div>
        <AccountHead
          title={t('settings.newOrganization.title')}
          text={t('settings.newOrganization.text')}
        />
        <Link to="." className={`mt-3 inline-block text-sm ${textLinkClass}`}>
          {t('onboarding.waiting.back')}
        </Link>
      </div>
      <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
        <OrganizationCreation hadTrial={hadTrial} />
      </Suspense>
    </div>
  );
}
