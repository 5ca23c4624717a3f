import type { DeliveryState } from '#contract/webhooks/webhooks.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';

const tones = { pending: 'info', succeeded: 'success', failed: 'danger' } as const;

/** Renders the state of a delivery. */
export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { t } = useTranslation();
  return <Badge tone={tones[state]}>{t(`provisioning.webhooks.deliveries.state.${state}`)}</Badge>;
}
