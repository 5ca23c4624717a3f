import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, suppressSessionExpiry } from '#web/api/api.ts';
import { DangerCard } from '#web/components/danger-card.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { clearSession } from '#web/session/session.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

/**
 * Deletes the account and the organizations that it alone owns after a confirmation, then signs
 * out.
 */
export function DeleteAccount() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const remove = useMutation({
    mutationFn: () => suppressSessionExpiry(() => api.users.removeSelf()),
    onSuccess: clearSession,
    onError: (error) =>
      void dialogs.error({
        title: t('settings.profile.danger.failed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('settings.profile.danger.confirm'),
      text: t('settings.profile.danger.confirmText'),
      yes: t('settings.profile.danger.submit'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return (
    <DangerCard
      hint={t('settings.profile.danger.hint')}
      label={t('settings.profile.danger.submit')}
      loading={remove.isPending || remove.isSuccess}
      onPress={() => void ask()}
    />
  );
}
