import type { WebhookAttempt } from '#contract/webhooks/webhooks.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Returns a function that tells what became of an attempt: the status, or why there was no response. */
export function useOutcomeText() {
  const { t } = useTranslation();
  return ({ status, error }: WebhookAttempt) => {
    if (status !== null) return String(status);
    if (error === 'timeout') return t('provisioning.webhooks.deliveries.errors.timeout');
    if (error === 'forbidden') return t('provisioning.webhooks.deliveries.errors.forbidden');
    if (error === 'internal') return t('provisioning.webhooks.deliveries.errors.internal');
    return t('provisioning.webhooks.deliveries.errors.other', { code: error });
  };
}
