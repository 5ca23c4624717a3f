import { useMutation } from '@tanstack/react-query';
import { CreditCard, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { fromMinor } from '#contract/money.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { CardForm } from '#web/components/billing/card-form.tsx';
import { cardBrandName, formatExpiry } from '#web/components/billing/card-numbers.ts';
import { cacheSubscription } from '#web/components/billing/current-subscription.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';

type Props = { subscription: CurrentSubscription };

/** Returns the customer's credit, or debt if negative, in major units; null for none. */
export function balanceOf({ creditBalance, activeProduct, invoices }: CurrentSubscription) {
  const currency = invoices[0]?.currency ?? activeProduct?.subscriptionPrice.currency;
  if (creditBalance === 0 || !currency) return null;
  return { credit: fromMinor(creditBalance, currency), currency };
}

/** Renders the payment method; editing replaces it by the card form (R-SUB-14). */
export function PaymentDetails({ subscription }: Props) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const view = () => setIsEditing(false);
  const [card] = subscription.cards;
  const save = async (token: string) => {
    await cacheSubscription(await api.subscriptions.updateCardToken({ params: { token } }));
    view();
    await toast({ tone: 'success', title: t('billing.payment.saved') });
  };
  return (
    <Card
      id="payment"
      title={t('billing.payment.title')}
      description={t('billing.payment.text')}
      actions={
        !isEditing && (
          <>
            {subscription.customer && <PortalButton />}
            <Button variant="secondary" onClick={() => setIsEditing(true)}>
              {t(card ? 'billing.payment.change' : 'billing.payment.add')}
            </Button>
          </>
        )
      }
    >
      {isEditing ? (
        <div className="max-w-md">
          <CardForm label={t('billing.payment.save')} onToken={save}>
            <Button variant="white" onClick={view}>
              {t('common.action.cancel')}
            </Button>
          </CardForm>
        </div>
      ) : (
        <>
          <CardOnFile subscription={subscription} />
          <CreditBalance subscription={subscription} />
        </>
      )}
    </Card>
  );
}

/** Renders the credit that the next invoices use before the card is charged (R-SUP-03), or the debt that they include. */
function CreditBalance({ subscription }: Props) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const balance = balanceOf(subscription);
  if (!balance) return null;
  const { credit, currency } = balance;
  return (
    <p className="pt-4 text-sm">
      {t(credit > 0 ? 'support.balance' : 'support.owed', {
        amount: money(Math.abs(credit), currency),
      })}
    </p>
  );
}

function CardOnFile({ subscription }: Props) {
  const { t } = useTranslation();
  const [card] = subscription.cards;
  const known = subscription.providerReached;
  return (
    <div className="flex items-center gap-4">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
        <CreditCard aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 text-sm">
        <p className="font-semibold">
          {card
            ? t('billing.payment.ending', {
                brand: cardBrandName(card.brand),
                digits: card.lastFourDigits,
              })
            : t(known ? 'billing.payment.empty' : 'billing.payment.unknown')}
        </p>
        <p className="text-muted tabular-nums">
          {card
            ? t('billing.payment.expires', { expiry: formatExpiry(card) })
            : known && t('billing.payment.emptyText')}
        </p>
      </div>
    </div>
  );
}

/** Opens the provider's customer portal, which links back here (R-SUB-18). */
function PortalButton() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const open = useMutation({
    mutationFn: () => api.subscriptions.createPortalSession(),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) =>
      void dialogs.error({
        title: t('billing.payment.portalFailed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
  return (
    // It stays busy until the other page is loaded.
    <Button
      variant="white"
      loading={open.isPending || open.isSuccess}
      onClick={() => open.mutate()}
    >
      {t('billing.payment.portal')}
      <ExternalLink aria-hidden className="size-4" />
    </Button>
  );
}
