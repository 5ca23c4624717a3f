import { useTranslation } from 'react-i18next';
import { Role } from '#contract/access.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { pictureMegabytes } from '#web/components/picture-upload.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/index.ts';
import { DeleteOrganization } from './delete-organization.tsx';
import { Details } from './details.tsx';
import { Look } from './look.tsx';
import { Pictures } from './pictures.tsx';

export const handle: Titled = { title: 'app.menu.organization' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires({ role: Role.Owner })];

/** Renders the organization's name, addresses and appearance (R-APP-07). */
export default function GeneralSettings() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  return (
    <>
      <PageTitle>{t('settings.organization.title')}</PageTitle>
      <PageHeader
        title={t('settings.organization.title')}
        description={t('settings.organization.text', { name: tenant.name })}
      />
      <SettingsSection {...t('settings.organization.details', { returnObjects: true })}>
        <Details tenant={tenant} />
      </SettingsSection>
      <SettingsSection {...t('settings.organization.look', { returnObjects: true })}>
        <Look tenant={tenant} />
      </SettingsSection>
      <SettingsSection
        title={t('settings.organization.pictures.title')}
        text={t('settings.organization.pictures.text', { max: pictureMegabytes })}
      >
        <Pictures tenant={tenant} />
      </SettingsSection>
      {tenant.subdomain !== 'admin' && (
        <SettingsSection {...t('settings.organization.danger', { returnObjects: true })}>
          <DeleteOrganization tenant={tenant} />
        </SettingsSection>
      )}
    </>
  );
}
