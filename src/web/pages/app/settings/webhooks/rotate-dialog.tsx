import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signingOverlapHours } from '#contract/webhooks/webhooks.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { refreshWebhooks } from './queries.ts';

type Hours = (typeof signingOverlapHours)[number];

/** Gives an endpoint a new signing key and shows it once; the former one signs too for a time (R-WHK-01). */
export function RotateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [overlap, setOverlap] = useState<Hours>(24);
  const rotate = useMutation({
    mutationFn: () => api.webhooks.rotateKey({ params: { id }, body: { overlap } }),
    onSettled: refreshWebhooks,
  });
  if (rotate.data) return <KeyDialog signingKey={rotate.data.signingKey} onClose={onClose} />;
  return (
    <Modal
      title={t('provisioning.webhooks.rotate')}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {t('provisioning.webhooks.rotate')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-sm text-pretty text-muted">{t('provisioning.webhooks.rotateText')}</p>
        <Select
          label={t('provisioning.webhooks.overlap')}
          value={overlap}
          options={signingOverlapHours.map((hours) => ({
            value: hours,
            label:
              hours === 0
                ? t('provisioning.keys.noOverlap')
                : t('provisioning.keys.hours', { count: hours }),
          }))}
          onChange={({ target }) =>
            setOverlap(signingOverlapHours.find((hours) => String(hours) === target.value) ?? 24)
          }
        />
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {rotate.error && failureText(t, rotate.error)}
        </p>
      </div>
    </Modal>
  );
}
