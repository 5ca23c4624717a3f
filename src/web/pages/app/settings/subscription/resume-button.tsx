import { useState } from 'react';
import type { TenantProduct } from '#contract/membership.ts';
import { fromMinor } from '#contract/money.ts';
import { api } from '#web/api/api.ts';
import { cacheSubscription } from '#web/components/billing/current-subscription.ts';
import { usePaymentAuthentication } from '#web/components/billing/payment-authentication.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';

/**
 * Withdraws a pending cancellation or a pause by choosing the same plan again. Only the end of a pause
 * may cost something: its amount is confirmed first.
 */
export function ResumeButton({ product }: { product: TenantProduct }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const authenticated = usePaymentAuthentication();
  const confirmedAmount = useConfirmedAmount(product);
  const [isBusy, setIsBusy] = useState(false);
  const resume = async () => {
    setIsBusy(true);
    try {
      const amountDue = await confirmedAmount();
      if (amountDue === null) return;
      const { id: subscriptionPriceId } = product.subscriptionPrice;
      const changed = await authenticated((intentId) =>
        api.subscriptions.update({
          body: { subscriptionPriceId, amountDue, ...(intentId && { intentId }) },
        }),
      );
      await cacheSubscription(changed);
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

/** Returns a function that asks to confirm what the end of a pause costs; it returns null if that is refused. */
function useConfirmedAmount({ status, subscriptionPrice }: TenantProduct) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const dialogs = useDialogs();
  return async () => {
    if (status !== 'paused') return 0;
    const query = { subscriptionPriceId: subscriptionPrice.id };
    const { amountDue = 0, currency = subscriptionPrice.currency } =
      (await api.subscriptions.getUpcomingInvoice({ query })) ?? {};
    const amount = money(fromMinor(amountDue, currency), currency);
    const isConfirmed = await dialogs.confirm({
      title: t('billing.paused.confirm'),
      text: amountDue === 0 ? t('billing.paused.nothingDue') : t('billing.paused.due', { amount }),
      yes: t('billing.cancel.resume'),
      no: t('common.action.cancel'),
    });
    return isConfirmed ? amountDue : null;
  };
}
