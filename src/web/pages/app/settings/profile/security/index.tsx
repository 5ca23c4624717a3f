import { Suspense } from 'react';
import { PageTitle } from '#web/components/page-title.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { GivenAccess } from './grants.tsx';
import { PasswordAndGoogle } from './password-and-google.tsx';
import { AccountSessions } from './sessions.tsx';

export const handle: RouteHandle = { title: 'settings.profile.signIn.title' };

const SignInSecurityCard = lazyPart(
  async () => (await import('#web/components/security/sign-in-security.tsx')).SignInSecurityCard,
);

/** Renders how the person signs in, where they are signed in and, in person, what else acts for them. */
export default function SignInSecurity() {
  const { textsOf } = useTranslation();
  const { user } = useSession();
  const { title, text } = textsOf('settings.profile.signIn');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} description={text} />
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
      <SettingsSection id="sessions" {...textsOf('settings.profile.sessions')}>
        <AccountSessions />
      </SettingsSection>
      {!user.impersonatedBy && <GivenAccess />}
    </>
  );
}
