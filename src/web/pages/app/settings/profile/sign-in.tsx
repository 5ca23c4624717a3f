import { Suspense } from 'react';
import type { User } from '#contract/users.ts';
import { SettingsSection } from '#web/components/settings-section.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PasswordAndGoogle } from './password-and-google.tsx';

const SignInSecurityCard = lazyPart(
  async () => (await import('#web/components/security/sign-in-security.tsx')).SignInSecurityCard,
);

/** Renders the password and, in person, the further ways to sign in. */
export function SignInSettings({ user }: { user: User }) {
  const { textsOf } = useTranslation();
  return (
    <>
      <SettingsSection {...textsOf('settings.profile.security')}>
        <PasswordAndGoogle user={user} />
      </SettingsSection>
      {!user.impersonatedBy && (
        <SettingsSection {...textsOf('settings.profile.factors')}>
          <Suspense fallback={<Skeleton className="h-32" />}>
            <SignInSecurityCard />
          </Suspense>
        </SettingsSection>
      )}
    </>
  );
}
