import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { DangerCard } from '#web/components/danger-card.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { ConfirmAccountDeletion } from './confirm-deletion.tsx';

/** Opens the confirmation that deletes the account and the organizations that it alone owns. */
export function DeleteAccount({ user }: { user: User }) {
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
