import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { UserType } from '#contract/access.ts';
import type { User } from '#contract/users.ts';
import { signInQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ChangeEmail } from './change-email.tsx';
import { PasswordNeeded } from './password-needed.tsx';

/** Shows the email, the address that awaits confirmation, and the button that changes it (R-ACC-24). */
export function EmailField({ user: { email, type, impersonatedBy } }: { user: User }) {
  const { t } = useTranslation();
  const { data } = useQuery(signInQuery);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const canChange = type !== UserType.Admin && !impersonatedBy;
  const pending = data?.pendingEmail;
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        type="email"
        label={t('account.field.email')}
        hint={
          pending
            ? t('settings.profile.email.pending', { email: pending })
            : t('settings.profile.details.emailHint')
        }
        autoComplete="email"
        value={email}
        readOnly
        className="w-full"
      />
      {canChange && (
        <Button variant="white" size="sm" onClick={() => setIsOpen(true)}>
          {t('settings.profile.email.change')}
        </Button>
      )}
      {isOpen &&
        (data?.hasPassword === false ? (
          <PasswordNeeded
            title={t('settings.profile.email.title')}
            text={t('settings.profile.email.noPassword')}
            email={email}
            onClose={close}
          />
        ) : (
          <ChangeEmail onClose={close} />
        ))}
    </div>
  );
}
