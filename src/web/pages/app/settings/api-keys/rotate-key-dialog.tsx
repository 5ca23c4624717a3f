import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { overlapHours, type ApiKey } from '#contract/api-keys/api-keys.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import { refreshKeys } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';

type Hours = (typeof overlapHours)[number];

type Props = {
  apiKey: ApiKey;
  onClose: () => void;
};

/**
 * Gives a key a new secret and shows it once; the former one stays valid for a time (R-KEY-05). A key whose person has left
 * is taken over by it.
 */
export function RotateKeyDialog({ apiKey: { id, name, createdBy }, onClose }: Props) {
  const { t } = useTranslation();
  const isStopped = createdBy === null;
  const [overlap, setOverlap] = useState<Hours>(24);
  const rotate = useMutation({
    mutationFn: () => api.apiKeys.rotate({ params: { id }, body: { overlap } }),
    onSettled: refreshKeys,
  });
  if (rotate.data) return <SecretDialog secret={rotate.data.key} onClose={onClose} />;
  return (
    <Modal
      title={
        isStopped
          ? t('provisioning.keys.takeOverLabel', { name })
          : t('provisioning.keys.rotateTitle', { name })
      }
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {isStopped ? t('provisioning.keys.takeOver') : t('provisioning.keys.rotate')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-sm text-pretty text-muted">
          {isStopped ? t('provisioning.keys.takeOverText') : t('provisioning.keys.rotateText')}
        </p>
        <Select
          label={t('provisioning.keys.overlap')}
          value={overlap}
          options={overlapHours.map((hours) => ({
            value: hours,
            label:
              hours === 0
                ? t('provisioning.keys.noOverlap')
                : t('provisioning.keys.hours', { count: hours }),
          }))}
          onChange={({ target }) =>
            setOverlap(overlapHours.find((hours) => String(hours) === target.value) ?? 24)
          }
        />
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {rotate.error && failureText(t, rotate.error)}
        </p>
      </div>
    </Modal>
  );
}
