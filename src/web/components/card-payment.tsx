import { useState } from 'react';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import { Modal } from '#web/ui/modal.tsx';
import { useAuthentication } from './card-authentication.ts';
import { CardEntry } from './card-entry.tsx';

/** Additional input of a payment call: a new card, and the intent to continue with. */
export type Paid = { subscriptionCardToken?: string; intentId?: string };

/** Texts of the card dialog. */
export type CardQuestion = { title: string; text?: string; label: string };

type Open = CardQuestion & {
  onToken: (token: string, intentId?: string) => Promise<void>;
  onClose: () => void;
};

/** Refusals that another card, or another attempt with this one, can resolve. */
const aboutCard: readonly ErrorCode[] = [
  'billing.invalidCard',
  'billing.cardDeclined',
  'billing.trialUsed',
  'billing.authenticationFailed',
  'billing.providerUnavailable',
  'unavailable',
  'internal',
  'tooManyRequests',
];
/** Refusals of a call that was made without a required card. */
const wantsCard: readonly ErrorCode[] = ['billing.noPaymentMethod', 'billing.invalidCard'];

const isOneOf = (codes: readonly ErrorCode[], error: unknown) =>
  error instanceof Failure && codes.includes(error.code);

const paidWith = (intentId: string | undefined, token?: string): Paid => ({
  ...(token !== undefined && { subscriptionCardToken: token }),
  ...(intentId !== undefined && { intentId }),
});

/**
 * Returns `pay`, for calls that may need a card and authentication, and the `dialog` to render.
 * `pay` resolves to undefined if the dialog is closed, and throws errors that aren't about the
 * card.
 */
export const usePayment = () => {
  const authenticated = useAuthentication();
  const [open, setOpen] = useState<Open | null>(null);

  const payWithCard = <T,>(question: CardQuestion, call: (paid: Paid) => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const close = () => setOpen(null);
    const onToken = async (token: string, intentId?: string) => {
      try {
        resolve(await call(paidWith(intentId, token)));
        close();
      } catch (error) {
        const isAsked = isOneOf(['billing.authenticationRequired'], error);
        if (isAsked || isOneOf(aboutCard, error)) throw error;
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
    question: CardQuestion & { needsCard: boolean },
    call: (paid: Paid) => Promise<T>,
  ) => {
    if (question.needsCard) return payWithCard(question, call);
    try {
      return await authenticated((intentId) => call(paidWith(intentId)));
    } catch (error) {
      if (isOneOf(wantsCard, error)) return payWithCard(question, call);
      throw error;
    }
  };

  return { pay, dialog: open && <CardDialog {...open} /> };
};

/** Renders the card dialog; it stays open while the card is used and after a refusal. */
function CardDialog({ title, text, label, onToken, onClose }: Open) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Modal title={title} onClose={() => isBusy || onClose()}>
      {text && <p className="mb-5 text-sm text-pretty text-muted">{text}</p>}
      <CardEntry label={label} onToken={onToken} onBusy={setIsBusy} />
    </Modal>
  );
}
