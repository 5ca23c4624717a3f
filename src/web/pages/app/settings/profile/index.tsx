import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, Suspense } from 'react';
import { UserType } from '#contract/access.ts';
import type { User } from '#contract/users.ts';
import { languageNames, locales, type Locale } from '#locales/locales.ts';
import { api } from '#web/api/api.ts';
import { DangerCard } from '#web/components/danger-card.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { SettingsSection } from '#web/components/settings-section.tsx';
import { changeAndSaveLanguage } from '#web/components/use-change-language.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ConfirmAccountDeletion } from './confirm-deletion.tsx';
import { ProfileDetails } from './details.tsx';
import { GivenAccess } from './grants.tsx';
import { NotificationSettings } from './notifications.tsx';
import { UserOrganizations } from './organizations.tsx';
import { PasswordAndGoogle } from './password-and-google.tsx';
import { AccountSessions } from './sessions.tsx';

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
      <SettingsSection id="sessions" {...textsOf('settings.profile.sessions')}>
        <AccountSessions />
      </SettingsSection>
      {!user.impersonatedBy && <GivenAccess />}
      <SettingsSection id="organizations" {...textsOf('settings.profile.organizations')}>
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
        <SettingsSection id="data" {...textsOf('settings.profile.data')}>
          <DataExport />
        </SettingsSection>
      )}
      {user.type !== UserType.Admin && (
        <SettingsSection id="danger" {...textsOf('settings.profile.danger')}>
          <DeleteAccount user={user} />
        </SettingsSection>
      )}
    </>
  );
}

/** Opens the confirmation that deletes the account and the organizations that it alone owns. */
function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <DangerCard
        hint={t('settings.profile.danger.hint')}
        label={t('settings.profile.danger.submit')}
        onPress={() => setIsAsked(true)}
      />
      {isAsked && <ConfirmAccountDeletion user={user} onClose={() => setIsAsked(false)} />}
    </>
  );
}

const SignInSecurityCard = lazyPart(
  async () => (await import('#web/components/security/sign-in-security.tsx')).SignInSecurityCard,
);

/** Renders the password and, in person, the further ways to sign in. */
function SignInSettings({ user }: { user: User }) {
  const { textsOf } = useTranslation();
  return (
    <>
      <SettingsSection id="security" {...textsOf('settings.profile.security')}>
        <PasswordAndGoogle user={user} />
      </SettingsSection>
      {!user.impersonatedBy && (
        <SettingsSection id="factors" {...textsOf('settings.profile.factors')}>
          <Suspense fallback={<Skeleton className="h-32" />}>
            <SignInSecurityCard />
          </Suspense>
        </SettingsSection>
      )}
    </>
  );
}

/** Changes the language of pages, without losing input, and of emails (R-APP-08). */
function Preferences() {
  const { t, locale } = useTranslation();
  const choose = useMutation({ mutationFn: changeAndSaveLanguage });
  return (
    <Card>
      <Select
        id="language"
        label={t('common.language.label')}
        hint={t('settings.profile.preferences.languageHint')}
        className="sm:max-w-xs"
        options={locales.map((each) => ({ value: each, label: languageNames[each] }))}
        value={locale}
        onChange={({ target }) => choose.mutate(target.value as Locale)}
        error={choose.error ? (failureText(t, choose.error) ?? t('errors.internal')) : undefined}
      />
    </Card>
  );
}

/** Downloads everything that is stored about the person (R-DAT-05). */
function DataExport() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const download = useMutation({
    mutationFn: async () => saveFile(await api.users.exportData(), 'personal-data.json'),
    onError: (error) =>
      void dialogs.error({
        title: t('settings.profile.data.failed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="min-w-0 flex-1 basis-60 text-sm text-pretty text-muted">
          {t('settings.profile.data.hint')}
        </p>
        <Button variant="white" loading={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden className="size-4" />
          {t('settings.profile.data.submit')}
        </Button>
      </div>
    </Card>
  );
}
