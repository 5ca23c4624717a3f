import { CopyField } from '#web/pages/app/settings/general/provisioning/copy-field.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';

/** Shows the secret of a key, this once, and a first call with it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  const command = `curl -H "Authorization: Bearer ${secret}" ${window.location.origin}/api/Transaction/GetAll`;
  return (
    <Modal
      title={t('provisioning.keys.createdTitle')}
      size="md"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
    >
      <div className="grid gap-5">
        <Banner tone="warning" role="status">
          {t('provisioning.keys.once')}
        </Banner>
        <CopyField label={t('provisioning.keys.secret')} value={secret} />
        <CopyField label={t('provisioning.keys.example')} value={command} />
      </div>
    </Modal>
  );
}
