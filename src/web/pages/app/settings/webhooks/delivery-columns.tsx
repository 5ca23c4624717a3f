import type { Delivery } from '#contract/webhooks/webhooks.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { useTranslation } from '#web/session/translation.ts';
import type { Column } from '#web/ui/table.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { useOutcomeText } from './use-outcome-text.ts';

/** Returns the columns of the deliveries to an endpoint. */
export function useDeliveryColumns(): Column<Delivery>[] {
  const { t } = useTranslation();
  const outcomeText = useOutcomeText();
  return [
    {
      key: 'event',
      header: t('provisioning.webhooks.deliveries.event'),
      render: ({ type }) => <code className="text-xs">{type}</code>,
    },
    {
      key: 'state',
      header: t('provisioning.webhooks.deliveries.status'),
      phone: 'first',
      render: ({ state: current }) => <DeliveryBadge state={current} />,
    },
    {
      key: 'response',
      header: t('provisioning.webhooks.deliveries.response'),
      phone: 'hidden',
      render: ({ last }) => (last ? outcomeText(last) : '–'),
    },
    {
      key: 'when',
      header: t('provisioning.webhooks.deliveries.when'),
      render: ({ occurredAt }) => <DateTime at={occurredAt} />,
    },
  ];
}
