import { useState } from 'react';
import type { TenantProduct } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import { cacheSubscription } from '#web/components/billing/current-subscription.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';

/** Withdraws a pending cancellation by choosing the same plan again; nothing is charged. */
export function ResumeButton({ product }: { product: TenantProduct }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const [isBusy, setIsBusy] = useState(false);
  const resume = async () => {
    setIsBusy(true);
    try {
      const subscriptionPriceId = product.subscriptionPrice.id;
      await cacheSubscription(await api.subscriptions.update({ body: { subscriptionPriceId } }));
      await toast({ tone: 'success', title: t('billing.cancel.resumed') });
    } catch (error) {
      await dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void resume()}>
      {t('billing.cancel.resume')}
    </Button>
  );
}
