import { useMutation, useQuery } from '@tanstack/react-query';
import type { DeliveryDetails } from '#contract/webhooks/webhooks.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { SidePanel } from '#web/ui/dialogs/side-panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { deliveryQuery, refreshWebhooks } from './queries.ts';
import { useOutcomeText } from './use-outcome-text.ts';

type Props = {
  id: string;
  mayReplay: boolean;
  onClose: () => void;
};

/** Shows a delivery with its body and all attempts, and sends it again (R-WHK-07, R-WHK-08). */
export function DeliveryPanel({ id, mayReplay, onClose }: Props) {
  const { t } = useTranslation();
  const { user } = useSession();
  const dialogs = useDialogs();
  const { data, error } = useQuery(deliveryQuery(id));
  if (error && !data) throw error;
  const replay = useMutation({
    mutationFn: () => api.webhooks.replay({ params: { delivery: id } }),
    onSuccess: () => {
      void toast({ tone: 'success', title: t('provisioning.webhooks.deliveries.replayed') });
      onClose();
    },
    onError: (failure) =>
      void dialogs.error({ text: failureText(t, failure) ?? t('errors.internal') }),
    onSettled: refreshWebhooks,
  });
  return (
    <SidePanel
      title={data?.type ?? t('provisioning.webhooks.deliveries.title')}
      description={data && <DeliveryBadge state={data.state} />}
      onClose={onClose}
      footer={
        mayReplay &&
        !user.impersonatedBy && (
          <Button disabled={!data} loading={replay.isPending} onClick={() => replay.mutate()}>
            {t('provisioning.webhooks.deliveries.replay')}
          </Button>
        )
      }
    >
      {data ? <Details delivery={data} /> : <Skeleton className="h-48" />}
    </SidePanel>
  );
}

const codeClass =
  'mt-1 max-h-80 overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere';

function Details({
  delivery: { messageId, body, log, nextAttemptAt },
}: {
  delivery: DeliveryDetails;
}) {
  const { t } = useTranslation();
  const outcomeText = useOutcomeText();
  return (
    <div className="grid gap-5 text-sm">
      <p className="text-muted">
        {t('provisioning.webhooks.deliveries.message')}{' '}
        <code className="wrap-anywhere text-ink">{messageId}</code>
      </p>
      {nextAttemptAt && (
        <p className="text-muted">
          {t('provisioning.webhooks.deliveries.next')} <DateTime at={nextAttemptAt} />
        </p>
      )}
      <section>
        <h3 className="font-medium">{t('provisioning.webhooks.deliveries.request')}</h3>
        {body === null ? (
          <p className="text-muted">{t('provisioning.webhooks.deliveries.notSent')}</p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its content scrolls
          <pre tabIndex={0} className={codeClass}>
            {JSON.stringify(JSON.parse(body), null, 2)}
          </pre>
        )}
      </section>
      {log.length > 0 && (
        <section>
          <h3 className="font-medium">{t('provisioning.webhooks.deliveries.log')}</h3>
          <ol role="list" className="mt-1 divide-y divide-line">
            {log.toReversed().map((attempt) => (
              <li key={attempt.at} className="py-2">
                <p className="flex flex-wrap justify-between gap-x-4">
                  <span>{outcomeText(attempt)}</span>
                  <span className="text-muted">
                    {t('provisioning.webhooks.deliveries.duration', { count: attempt.duration })}
                    {' · '}
                    <DateTime at={attempt.at} />
                  </span>
                </p>
                {attempt.response && (
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its content scrolls
                  <pre tabIndex={0} className={codeClass}>
                    {attempt.response}
                  </pre>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
