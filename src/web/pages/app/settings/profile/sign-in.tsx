import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/users.ts';
import { SettingsSection } from '#web/components/settings-section.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PasswordAndGoogle } from './password-and-google.tsx';

const SignInSecurity = lazyPart(async () =>
  (await import('#web/components/security/sign-in-security.tsx')).loadSignInSecurity(),
);

/** Renders the password and, in person, the further ways to sign in. */
export function SignInSettings({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <>
      <SettingsSection {...t('settings.profile.security', { returnObjects: true })}>
        <PasswordAndGoogle user={user} />
      </SettingsSection>
      {!user.impersonatedBy && (
        <SettingsSection {...t('settings.profile.factors', { returnObjects: true })}>
          <Suspense fallback={<Skeleton className="h-32" />}>
            <SignInSecurity />
          </Suspense>
        </SettingsSection>
      )}
    </>
  );
}
