import { useState } from 'react';
import type { TenantSummary } from '#contract/membership.ts';
import { DangerCard } from '#web/components/danger-card.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';

/** Opens the confirmation that deletes the organization. */
export function DeleteOrganization({ tenant }: { tenant: TenantSummary }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <DangerCard
        hint={t('settings.organization.danger.hint')}
        label={t('settings.organization.danger.submit')}
        onPress={() => setAsked(true)}
      />
      {asked && <ConfirmDeletion tenant={tenant} onClose={() => setAsked(false)} />}
    </>
  );
}
