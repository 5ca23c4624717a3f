import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { type Webhook, signingOverlapHours } from '#contract/webhooks/webhooks.ts';
import { api } from '#web/api/api.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { refreshWebhooks, webhooksPath } from './queries.ts';

/** Renders the buttons of an endpoint: test, edit, rotate its key, turn it on or off, delete it. */
export function EndpointActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const readOnly = useReadOnly();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'edit' | 'rotate'>();
  const { id, url, description, events, disabled } = webhook;
  const params = { id };
  const onError = (error: Error) =>
    void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
  const options = { onError, onSettled: refreshWebhooks };
  const test = useMutation({
    ...options,
    mutationFn: () => api.webhooks.sendTest({ params }),
    onSuccess: () => void toast({ tone: 'success', title: t('provisioning.webhooks.tested') }),
  });
  const turn = useMutation({
    ...options,
    mutationFn: () =>
      api.webhooks.update({
        params,
        body: { url, description, events, enabled: disabled !== null },
      }),
  });
  const remove = useMutation({
    ...options,
    mutationFn: () => api.webhooks.remove({ params }),
    onSuccess: async () => {
      void toast({ tone: 'success', title: t('provisioning.webhooks.removed') });
      await navigate(webhooksPath, { replace: true });
    },
  });
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('provisioning.webhooks.removeTitle'),
      text: t('provisioning.webhooks.removeText', { host: new URL(url).host }),
      yes: t('common.action.delete'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  if (user.impersonatedBy) return null;
  const isFixed = readOnly !== null;
  return (
    <>
      {!disabled && (
        <Button disabled={isFixed} loading={test.isPending} onClick={() => test.mutate()}>
          {t('provisioning.webhooks.test')}
        </Button>
      )}
      <Button variant="white" disabled={isFixed} onClick={() => setOpened('edit')}>
        {t('common.action.edit')}
      </Button>
      <Button variant="white" disabled={isFixed} onClick={() => setOpened('rotate')}>
        {t('provisioning.webhooks.rotate')}
      </Button>
      <Button
        variant={disabled ? 'primary' : 'white'}
        disabled={isFixed}
        loading={turn.isPending}
        onClick={() => turn.mutate()}
      >
        {t(disabled ? 'provisioning.webhooks.turnOn' : 'provisioning.webhooks.turnOff')}
      </Button>
      <Button variant="danger" loading={remove.isPending} onClick={() => void ask()}>
        {t('common.action.delete')}
      </Button>
      {opened === 'edit' && (
        <EndpointDialog webhook={webhook} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'rotate' && <RotateDialog id={id} onClose={() => setOpened(undefined)} />}
    </>
  );
}

type Hours = (typeof signingOverlapHours)[number];

/** Gives an endpoint a new signing key and shows it once; the former one signs too for a time (R-WHK-01). */
function RotateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { register, getValues } = useForm<{ overlap: Hours }>({ defaultValues: { overlap: 24 } });
  const rotate = useMutation({
    mutationFn: () => api.webhooks.rotateKey({ params: { id }, body: getValues() }),
    onSettled: refreshWebhooks,
  });
  if (rotate.data) return <KeyDialog signingKey={rotate.data.signingKey} onClose={onClose} />;
  return (
    <Modal
      title={t('provisioning.webhooks.rotate')}
      busy={rotate.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" disabled={rotate.isPending} onClick={onClose}>
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
          options={signingOverlapHours.map((hours) => ({
            value: hours,
            label:
              hours === 0
                ? t('provisioning.keys.noOverlap')
                : t('provisioning.keys.hours', { count: hours }),
          }))}
          {...register('overlap', { valueAsNumber: true })}
        />
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {rotate.error && failureText(t, rotate.error)}
        </p>
      </div>
    </Modal>
  );
}
