import { identityTier, Role, tierAllows } from '#contract/access.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { pictureMegabytes } from '#web/components/forms/picture-upload.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/index.ts';
import { OwnAddress } from './address.tsx';
import { DeleteOrganization } from './delete-organization.tsx';
import { OrganizationDetails } from './details.tsx';
import { OrganizationPictures } from './pictures.tsx';
import { ThemeForm } from './theme-form.tsx';

export const handle: RouteHandle = { title: 'common.menu.organization' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Owner }),
];

/** Renders the organization's name, addresses and appearance (R-APP-07). */
export default function GeneralSettings() {
  const { t, textsOf } = useTranslation();
  const { tenant, tier, isOperators } = useSession();
  const readOnly = useReadOnly();
  return (
    <>
      <PageTitle>{t('settings.organization.title')}</PageTitle>
      <PageHeader
        title={t('settings.organization.title')}
        description={t('settings.organization.text', { name: tenant.name })}
      />
      <ReadOnlyNotice />
      <fieldset disabled={readOnly !== null} className="contents">
        <SettingsSection {...textsOf('settings.organization.details')}>
          <OrganizationDetails tenant={tenant} />
        </SettingsSection>
        {tierAllows(tier, identityTier) && !isOperators && (
          <SettingsSection
            id="address"
            title={t('settings.organization.address.title')}
            text={t('settings.organization.address.text')}
          >
            <OwnAddress tenant={tenant} />
          </SettingsSection>
        )}
        <SettingsSection {...textsOf('settings.organization.look')}>
          <ThemeForm tenant={tenant} />
        </SettingsSection>
        <SettingsSection
          title={t('settings.organization.pictures.title')}
          text={t('settings.organization.pictures.text', { max: pictureMegabytes })}
        >
          <OrganizationPictures tenant={tenant} />
        </SettingsSection>
      </fieldset>
      {!isOperators && (
        <SettingsSection {...textsOf('settings.organization.danger')}>
          <DeleteOrganization tenant={tenant} />
        </SettingsSection>
      )}
    </>
  );
}
