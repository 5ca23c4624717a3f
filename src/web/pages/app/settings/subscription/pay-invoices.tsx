import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice } from '#contract/invoices.ts';
import { fromMinor } from '#contract/money.ts';
import type { CurrentSubscription, PaymentCard } from '#contract/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { CardForm } from '#web/components/billing/card-form.tsx';
import { cardBrandName } from '#web/components/billing/card-numbers.ts';
import { cardMutationKey, useIsCardBusy } from '#web/components/billing/card-source.ts';
import { cacheSubscription } from '#web/components/billing/current-subscription.ts';
import { usePaymentAuthentication } from '#web/components/billing/payment-authentication.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { toast } from '#web/ui/toaster.tsx';

type Props = {
  subscription: CurrentSubscription;
  /** The invoice to pay; older open ones are paid with it. */
  invoice: Invoice;
  onClose: () => void;
};

/** Pays open invoices with the card on file or with a new one (R-SUB-23). */
export function PayInvoices({ subscription, invoice, onClose }: Props) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const [card] = subscription.cards;
  const [usesNewCard, setUsesNewCard] = useState(!card);
  const { invoices } = subscription;
  // A new card becomes the payment method, which pays everything that is open.
  const [newest = invoice] = invoices.filter(({ amountToPay }) => amountToPay !== null);
  const due = usesNewCard ? newest : invoice;
  const amount = money(fromMinor(due.amountToPay ?? 0, due.currency), due.currency);
  const label = t('billing.pay.submit', { amount });
  const authenticated = usePaymentAuthentication();
  const payWith = async (token: string) => {
    const changed = await api.subscriptions.updateCardToken({ params: { token } });
    // The new card is not charged for an invoice that was sent, or that is of no running subscription.
    const isOpen = changed.invoices.some(
      ({ id, amountToPay }) => id === due.id && amountToPay !== null,
    );
    const params = { id: due.id };
    return isOpen ? authenticated(() => api.subscriptions.payInvoice({ params })) : changed;
  };
  const receive = async (changed: CurrentSubscription) => {
    await cacheSubscription(changed);
    onClose();
    await toast({ tone: 'success', title: t('billing.pay.done') });
  };
  return (
    <Modal title={t('billing.pay.title')} busy={useIsCardBusy()} onClose={onClose}>
      {usesNewCard || !card ? (
        <div className="grid gap-4">
          <p className="text-sm text-muted">{t('billing.pay.newCardText')}</p>
          <CardForm label={label} onToken={async (token) => receive(await payWith(token))}>
            <Button variant="white" onClick={card ? () => setUsesNewCard(false) : onClose}>
              {t('common.action.cancel')}
            </Button>
          </CardForm>
        </div>
      ) : (
        <PayWithCardOnFile
          {...{ card, label, amount, invoice }}
          onNewCard={() => setUsesNewCard(true)}
          onPaid={receive}
        />
      )}
    </Modal>
  );
}

type CardOnFileProps = {
  card: PaymentCard;
  invoice: Invoice;
  amount: string;
  label: string;
  onNewCard: () => void;
  onPaid: (changed: CurrentSubscription) => Promise<void>;
};

function PayWithCardOnFile(props: CardOnFileProps) {
  const { card, invoice, amount, label, onNewCard, onPaid } = props;
  const { t } = useTranslation();
  const authenticated = usePaymentAuthentication();
  const { id } = invoice;
  const {
    mutate,
    isPending: isPaying,
    error,
  } = useMutation({
    mutationKey: cardMutationKey,
    mutationFn: async () =>
      onPaid(await authenticated(() => api.subscriptions.payInvoice({ params: { id } }))),
  });
  const { brand, lastFourDigits: digits } = card;
  return (
    <div className="grid gap-5">
      <DetailsList
        className="tabular-nums"
        details={[
          { key: 'amount', label: t('billing.pay.amount'), value: <strong>{amount}</strong> },
          {
            key: 'card',
            label: t('billing.pay.card'),
            value: t('billing.payment.ending', { brand: cardBrandName(brand), digits }),
          },
        ]}
      />
      <div role="alert" className="empty:hidden">
        {error !== null && (
          <Banner tone="danger" title={t('billing.pay.failed')}>
            {failureText(t, error) ?? t('errors.internal')}
          </Banner>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button variant="white" disabled={isPaying} onClick={onNewCard}>
          {t('billing.pay.newCard')}
        </Button>
        <Button loading={isPaying} onClick={() => mutate()}>
          {label}
        </Button>
      </div>
    </div>
  );
}
