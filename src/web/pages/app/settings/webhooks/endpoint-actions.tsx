import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { api } from '#web/api/api.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { refreshWebhooks, webhooksPath } from './queries.ts';
import { RotateDialog } from './rotate-dialog.tsx';

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
