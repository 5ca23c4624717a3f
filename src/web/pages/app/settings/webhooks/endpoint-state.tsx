import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Renders whether an endpoint is on, off, or fails. */
export function EndpointState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  if (webhook.disabled) {
    const tone = webhook.disabled.reason === 'member' ? 'neutral' : 'danger';
    return <Badge tone={tone}>{t('provisioning.webhooks.off')}</Badge>;
  }
  if (webhook.failingSince) {
    return <Badge tone="warning">{t('provisioning.webhooks.deliveries.state.failed')}</Badge>;
  }
  return <Badge tone="success">{t('provisioning.webhooks.on')}</Badge>;
}
