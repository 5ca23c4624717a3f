import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PasswordNeeded } from './password-needed.tsx';
import { UnlinkGoogle } from './unlink-google.tsx';

type Props = {
  email: string;
  isLinked: boolean;
  hasPassword: boolean;
};

/** Links or unlinks the Google account; the last way to sign in can't be unlinked (R-ACC-34). */
export function GoogleAccount({ email, isLinked, hasPassword }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <p className="text-sm font-medium">{t('settings.profile.security.google.name')}</p>
          <p className="text-sm text-pretty text-muted">
            {t(`settings.profile.security.google.${isLinked ? 'linked' : 'unlinked'}`)}
          </p>
        </div>
        {isLinked ? (
          <Button variant="white" size="sm" onClick={() => setIsOpen(true)}>
            {t('settings.profile.security.google.unlink')}
          </Button>
        ) : (
          <Button variant="white" size="sm" render={<Link reloadDocument to="/account/google" />}>
            {t('settings.profile.security.google.link')}
          </Button>
        )}
      </div>
      {isOpen && hasPassword && <UnlinkGoogle onClose={close} />}
      {isOpen && !hasPassword && (
        <PasswordNeeded
          title={t('settings.profile.security.google.confirm')}
          text={t('settings.profile.security.google.needsPassword')}
          email={email}
          onClose={close}
        />
      )}
    </Card>
  );
}
