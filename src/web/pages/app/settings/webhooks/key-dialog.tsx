import { CopyField } from '#web/pages/app/settings/general/provisioning/copy-field.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';

/** Shows the signing key of an endpoint, this once, and how it is used. */
export function KeyDialog({ signingKey, onClose }: { signingKey: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      title={t('provisioning.webhooks.keyTitle')}
      size="md"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
    >
      <div className="grid gap-5">
        <Banner tone="warning" role="status">
          {t('provisioning.webhooks.keyOnce')}
        </Banner>
        <CopyField label={t('provisioning.webhooks.signingKey')} value={signingKey} />
        <p className="text-sm text-pretty text-muted">
          {t('provisioning.webhooks.keyText')}{' '}
          <a
            href="https://www.standardwebhooks.com"
            rel="noreferrer"
            target="_blank"
            className="font-semibold text-accent-ink underline-offset-4 hover:underline"
          >
            standardwebhooks.com
          </a>
        </p>
      </div>
    </Modal>
  );
}
