import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import type { OperatorTask } from '#contract/operators/tasks.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { supportQuery } from '#web/pages/admin/support/queries.ts';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const TrialDialog = lazyPart(
  async () => (await import('#web/pages/admin/support/changes.tsx')).TrialDialog,
);

type Props = {
  task: OperatorTask;
  /** Name of the organization, or the text that the task shows without one. */
  name: string;
};

/** Renders the one action that helps with a task, for operators who may take it. */
export function TaskAction({ task: { id, kind, tenant: of }, name }: Props) {
  const { t } = useTranslation();
  const may = useMayCall();
  const action = useAction();
  const tenant = { id: of.id, name };
  const params = { id: tenant.id };
  switch (kind) {
    case 'reversal':
      return (
        may('support/retryReversal') && (
          <TaskButton
            name={tenant.name}
            onClick={() =>
              void action({
                work: () => api.support.retryReversal({ params, body: { operationId: id } }),
                done: t('support.reversal.done'),
                removes: true,
              })
            }
          >
            {t('common.action.retry')}
          </TaskButton>
        )
      );
    case 'trialEnding':
      return may('support/extendTrial') && <ExtendTrial {...tenant} />;
    case 'suspended':
      return (
        may('suspensions/liftTenant') && (
          <TaskButton
            name={tenant.name}
            onClick={() =>
              void action({
                work: () => api.suspensions.liftTenant({ params }),
                done: t('support.suspension.tenant.lifted', { name: tenant.name }),
                removes: true,
              })
            }
          >
            {t('support.suspension.tenant.lift')}
          </TaskButton>
        )
      );
    case 'webhookFailing':
    case 'webhookOff':
      return (
        <TaskButton name={tenant.name} render={<Link to={`/admin/users/${tenant.id}`} />}>
          {t('members.title')}
        </TaskButton>
      );
    default:
      return (
        <TaskButton name={tenant.name} render={<Link to={`/admin/tenants/${tenant.id}/support`} />}>
          {t('support.title')}
        </TaskButton>
      );
  }
}

/** Renders the button of a row, whose name includes that of the organization. */
function TaskButton({ name, children, ...rest }: ButtonProps & { name: string }) {
  return (
    <Button {...rest} size="sm" variant="white">
      {children}
      <span className="sr-only">{name}</span>
    </Button>
  );
}

/** Opens the dialog that extends a trial, with the organization's record. */
function ExtendTrial({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const {
    mutate: open,
    isPending,
    data: record,
    reset: close,
  } = useMutation({
    mutationFn: () => cache.fetchQuery(supportQuery(id)),
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
  });
  return (
    <>
      <TaskButton name={name} loading={isPending} onClick={() => open()}>
        {t('support.action.extendTrial')}
      </TaskButton>
      {record && (
        <Suspense fallback={null}>
          <TrialDialog record={record} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
