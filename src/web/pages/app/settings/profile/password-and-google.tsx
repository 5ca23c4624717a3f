import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LoginType } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { signInQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { GoogleAccount } from './google.tsx';
import { ChangePassword } from './password.tsx';
import { setPasswordPath } from './set-password-path.ts';

/** Shows the password, and Google where it is configured. */
export function PasswordAndGoogle({ user: { email, loginType, impersonatedBy } }: { user: User }) {
  const { t } = useTranslation();
  const { data } = useQuery(signInQuery);
  // Known with the page, so that nothing moves: the reply only differs after a Google account has set a password.
  const hasPassword = data?.hasPassword ?? loginType === LoginType.Password;
  return (
    <div className="grid gap-4">
      {hasPassword ? (
        <ChangePassword email={email} />
      ) : (
        <Banner tone="info">
          <p>{t('settings.profile.security.none')}</p>
          <Link
            to={setPasswordPath(email)}
            className="font-semibold text-accent-ink underline-offset-4 hover:underline"
          >
            {t('settings.profile.security.setPassword')}
          </Link>
        </Banner>
      )}
      {!impersonatedBy && data && (data.hasGoogle || data.canLinkGoogle) && (
        <GoogleAccount email={email} isLinked={data.hasGoogle} hasPassword={hasPassword} />
      )}
    </div>
  );
}
