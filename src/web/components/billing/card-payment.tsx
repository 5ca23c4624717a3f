import { useState } from 'react';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { CardForm } from './card-form.tsx';
import { useIsCardBusy } from './card-source.ts';
import { usePaymentAuthentication } from './payment-authentication.ts';

/** Additional input of a payment call: a new card, and the operation to continue with. */
export type PaymentInput = { subscriptionCardToken?: string; intentId?: string };

/** Texts of the card dialog. */
export type CardDialogTexts = { title: string; text?: string; label: string };

type OpenCardDialog = CardDialogTexts & {
  onToken: (token: string, intentId?: string) => Promise<void>;
  onClose: () => void;
};

/** Refusals that another card, or another attempt with this one, can resolve. */
const cardErrorCodes: readonly ErrorCode[] = [
  'billing.invalidCard',
  'billing.cardDeclined',
  'billing.authenticationFailed',
  'billing.providerUnavailable',
  'unavailable',
  'internal',
  'tooManyRequests',
];
/** Refusals of a call that was made without a required card. */
const cardRequiredCodes: readonly ErrorCode[] = ['billing.noPaymentMethod', 'billing.invalidCard'];

const isOneOf = (codes: readonly ErrorCode[], error: unknown) =>
  error instanceof Failure && codes.includes(error.code);

const toPaymentInput = (intentId: string | undefined, token?: string): PaymentInput => ({
  ...(token !== undefined && { subscriptionCardToken: token }),
  ...(intentId !== undefined && { intentId }),
});

/**
 * Returns `pay`, for calls that may need a card and authentication, and the `dialog` to render.
 * `pay` resolves to undefined if the dialog is closed, and throws errors that aren't about the
 * card.
 */
export function useCardPayment() {
  const authenticated = usePaymentAuthentication();
  const [open, setOpen] = useState<OpenCardDialog | null>(null);

  const payWithCard = <T,>(question: CardDialogTexts, call: (paid: PaymentInput) => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const close = () => setOpen(null);
    const onToken = async (token: string, intentId?: string) => {
      try {
        resolve(await call(toPaymentInput(intentId, token)));
        close();
      } catch (error) {
        const isAsked = isOneOf(['billing.authenticationRequired'], error);
        if (isAsked || isOneOf(cardErrorCodes, error)) throw error;
        close();
        reject(error);
      }
    };
    const onClose = () => {
      close();
      resolve(undefined);
    };
    setOpen({ ...question, onToken, onClose });
    return promise;
  };

  const pay = async <T,>(
    question: CardDialogTexts & { needsCard: boolean },
    call: (paid: PaymentInput) => Promise<T>,
  ) => {
    if (question.needsCard) return payWithCard(question, call);
    try {
      return await authenticated((intentId) => call(toPaymentInput(intentId)));
    } catch (error) {
      if (isOneOf(cardRequiredCodes, error)) return payWithCard(question, call);
      throw error;
    }
  };

  return { pay, dialog: open && <CardDialog {...open} /> };
}

/** Renders the card dialog; it stays open while the card is used and after a refusal. */
function CardDialog({ title, text, label, onToken, onClose }: OpenCardDialog) {
  return (
    <Modal title={title} busy={useIsCardBusy()} onClose={onClose}>
      {text && <p className="mb-5 text-sm text-pretty text-muted">{text}</p>}
      <CardForm label={label} onToken={onToken} />
    </Modal>
  );
}
