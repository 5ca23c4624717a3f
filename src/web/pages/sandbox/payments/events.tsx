import { Webhook } from 'lucide-react';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { NewestRecords } from './newest-records.tsx';
import type { SandboxDelivery, SandboxRecords } from './records.ts';
import { useSandboxMutation } from './use-sandbox-mutation.ts';

export function EventTable({ events, deliveries }: SandboxRecords) {
  const { t } = useTranslation();
  const { date, time } = useFormats();
  const resend = useSandboxMutation<{ event: string }>('resend');
  const sent = Map.groupBy(deliveries, ({ event }) => event);
  const again = (event: string) =>
    resend.mutate(
      { event },
      { onSuccess: () => void toast({ tone: 'success', title: t('sandbox.events.sent') }) },
    );
  return (
    <NewestRecords
      caption={t('sandbox.events.title')}
      rows={events}
      columns={[
        {
          key: 'type',
          header: t('sandbox.events.type'),
          render: ({ type, data }) => (
            <span className="grid min-w-0">
              <code className="text-sm break-all">{type}</code>
              <span className="text-xs font-normal break-all text-muted">{data.object.id}</span>
            </span>
          ),
        },
        {
          key: 'at',
          header: t('sandbox.events.at'),
          render: ({ created }) => (
            <span className="whitespace-nowrap">
              {date(created * 1_000, 'mini')}, {time(new Date(created * 1_000))}
            </span>
          ),
        },
        {
          key: 'delivery',
          header: t('sandbox.events.delivery'),
          render: ({ id }) => <DeliveryStatus deliveries={sent.get(id) ?? []} />,
        },
      ]}
      renderActions={({ id, type }) => (
        <Button
          size="sm"
          variant="white"
          aria-label={t('sandbox.events.resendOf', { type })}
          onClick={() => again(id)}
        >
          {t('sandbox.events.resend')}
        </Button>
      )}
      empty={
        <EmptyState icon={<Webhook aria-hidden />} title={t('sandbox.events.empty')}>
          {t('sandbox.customers.emptyText')}
        </EmptyState>
      }
    />
  );
}

/** Renders the delivery status of an event. */
function DeliveryStatus({ deliveries }: { deliveries: readonly SandboxDelivery[] }) {
  const { t } = useTranslation();
  const [newest] = deliveries;
  if (!newest) return <Badge>{t('sandbox.events.unsent')}</Badge>;
  const count = deliveries.filter(({ deliveredAt }) => deliveredAt !== null).length;
  const { nextAt, attempts, lastError } = newest;
  if (nextAt === null && lastError) {
    return <Badge tone="danger">{t('sandbox.events.failed', { error: lastError })}</Badge>;
  }
  if (nextAt !== null && lastError) {
    const tried = { count: attempts, error: lastError };
    return <Badge tone="warning">{t('sandbox.events.retrying', tried)}</Badge>;
  }
  if (nextAt !== null) return <Badge tone="info">{t('sandbox.events.waiting')}</Badge>;
  return (
    <Badge tone="success">
      {count > 1 ? t('sandbox.events.deliveredTimes', { count }) : t('sandbox.events.delivered')}
    </Badge>
  );
}
