import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { scimTokenDays } from '#contract/scim/scim.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import { CopyField } from './copy-field.tsx';

type Days = (typeof scimTokenDays)[number];

/** Asks how long a token is valid and creates it, then shows it once (R-SCM-02). */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [days, setDays] = useState<Days>(365);
  const create = useMutation({
    mutationFn: () => api.scim.createToken({ body: { days } }),
    onSettled: () => cache.invalidateQueries({ queryKey: tenantQueryKey('scim tokens') }),
  });
  if (create.data) {
    return (
      <Modal
        title={t('provisioning.createdTitle')}
        size="md"
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
      >
        <div className="grid gap-5">
          <Banner tone="warning" role="status">
            {t('provisioning.once')}
          </Banner>
          <CopyField label={t('provisioning.token')} value={create.data.token} />
        </div>
      </Modal>
    );
  }
  return (
    <Modal
      title={t('provisioning.createTitle')}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button loading={create.isPending} onClick={() => create.mutate()}>
            {t('provisioning.create')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-sm text-pretty text-muted">{t('provisioning.createText')}</p>
        <Select
          label={t('provisioning.validFor')}
          value={days}
          options={scimTokenDays.map((value) => ({
            value,
            label: t('provisioning.days', { count: value }),
          }))}
          onChange={({ target }) =>
            setDays(scimTokenDays.find((value) => String(value) === target.value) ?? 365)
          }
        />
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {create.error && failureText(t, create.error)}
        </p>
      </div>
    </Modal>
  );
}
