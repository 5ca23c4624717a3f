import { UserType } from '#contract/access.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataExport } from './data-export.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ProfileDetails } from './details.tsx';
import { GivenAccess } from './grants.tsx';
import { NotificationSettings } from './notifications.tsx';
import { UserOrganizations } from './organizations.tsx';
import { Preferences } from './preferences.tsx';
import { AccountSessions } from './sessions.tsx';
import { SignInSettings } from './sign-in.tsx';

export const handle: RouteHandle = { title: 'common.menu.profile' };

/** Renders the signed-in person's account settings (R-APP-07). */
export default function Profile() {
  const { t, textsOf } = useTranslation();
  const { user } = useSession();
  return (
    <>
      <PageTitle>{t('settings.profile.title')}</PageTitle>
      <PageHeader title={t('settings.profile.title')} description={t('settings.profile.text')} />
      <SettingsSection {...textsOf('settings.profile.details')}>
        <ProfileDetails user={user} />
      </SettingsSection>
      <SignInSettings user={user} />
      <SettingsSection {...textsOf('settings.profile.sessions')}>
        <AccountSessions />
      </SettingsSection>
      {!user.impersonatedBy && <GivenAccess />}
      <SettingsSection {...textsOf('settings.profile.organizations')}>
        <UserOrganizations user={user} />
      </SettingsSection>
      <SettingsSection {...textsOf('settings.profile.preferences')}>
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
        <SettingsSection {...textsOf('settings.profile.data')}>
          <DataExport />
        </SettingsSection>
      )}
      {user.type !== UserType.Admin && (
        <SettingsSection {...textsOf('settings.profile.danger')}>
          <DeleteAccount user={user} />
        </SettingsSection>
      )}
    </>
  );
}
