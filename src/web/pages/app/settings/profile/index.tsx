import { useTranslation } from 'react-i18next';
import { UserType } from '#contract/access.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataExport } from './data-export.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ProfileDetails } from './details.tsx';
import { NotificationSettings } from './notifications.tsx';
import { UserOrganizations } from './organizations.tsx';
import { Preferences } from './preferences.tsx';
import { AccountSessions } from './sessions.tsx';
import { SignInSettings } from './sign-in.tsx';

export const handle: RouteHandle = { title: 'common.menu.profile' };

/** Renders the signed-in person's account settings (R-APP-07). */
export default function Profile() {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <>
      <PageTitle>{t('settings.profile.title')}</PageTitle>
      <PageHeader title={t('settings.profile.title')} description={t('settings.profile.text')} />
      <SettingsSection {...t('settings.profile.details', { returnObjects: true })}>
        <ProfileDetails user={user} />
      </SettingsSection>
      <SignInSettings user={user} />
      <SettingsSection {...t('settings.profile.sessions', { returnObjects: true })}>
        <AccountSessions />
      </SettingsSection>
      <SettingsSection {...t('settings.profile.organizations', { returnObjects: true })}>
        <UserOrganizations user={user} />
      </SettingsSection>
      <SettingsSection {...t('settings.profile.preferences', { returnObjects: true })}>
        <Preferences />
      </SettingsSection>
      <SettingsSection
        id="notifications"
        title={t('notifications.settings.title')}
        text={t('notifications.settings.text')}
      >
        <NotificationSettings />
      </SettingsSection>
      {!user.impersonatedBy && (
        <SettingsSection {...t('settings.profile.data', { returnObjects: true })}>
          <DataExport />
        </SettingsSection>
      )}
      {user.type !== UserType.Admin && (
        <SettingsSection {...t('settings.profile.danger', { returnObjects: true })}>
          <DeleteAccount user={user} />
        </SettingsSection>
      )}
    </>
  );
}
