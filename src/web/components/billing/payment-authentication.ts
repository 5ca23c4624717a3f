import { Failure } from '#contract/errors.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { useStripeKey } from './card-source.ts';
import { getStripe } from './stripe.ts';

/** Returns the authentication that a call's refusal requires; null for other errors. */
function requiredAuthentication(error: unknown) {
  if (!(error instanceof Failure) || error.code !== 'billing.authenticationRequired') return null;
  const { clientSecret, intentId } = error.params;
  return { clientSecret: String(clientSecret), intentId: String(intentId) };
}

async function authenticateWithStripe(key: string, clientSecret: string) {
  const stripe = await getStripe(key);
  const answer = await stripe?.handleNextAction({ clientSecret });
  return answer !== undefined && answer.error === undefined;
}

/** Sends the decision to the sandbox's bank. */
async function sendSandboxDecision(clientSecret: string, outcome: 'succeed' | 'fail') {
  const answer = await fetch('/sandbox/payments/authentications', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientSecret, outcome }),
  }).catch(() => null);
  if (!answer?.ok) throw new Failure('unavailable');
}

/**
 * Returns a function that makes a payment call. If the bank requires authentication (3-D Secure),
 * it asks the customer and repeats the call with its `intentId`, so that nothing is charged twice.
 */
export function usePaymentAuthentication() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const key = useStripeKey();

  const askSandbox = async (clientSecret: string) => {
    const consents = await dialogs.confirm({
      title: t('billing.bank.title'),
      text: t('billing.bank.text'),
      yes: t('billing.bank.confirm'),
      no: t('billing.bank.refuse'),
    });
    await sendSandboxDecision(clientSecret, consents ? 'succeed' : 'fail');
    return consents;
  };

  return async <T>(call: (intentId?: string) => Promise<T>): Promise<T> => {
    const attempt = async (intentId?: string, wasRefused = false): Promise<T> => {
      try {
        return await call(intentId);
      } catch (error) {
        const required = requiredAuthentication(error);
        if (!required) throw error;
        if (wasRefused) throw new Failure('billing.authenticationFailed');
        const consents = await (key
          ? authenticateWithStripe(key, required.clientSecret)
          : askSandbox(required.clientSecret));
        // Called even after a refusal: the server checks the operation and cancels it if it failed.
        return attempt(required.intentId, !consents);
      }
    };
    return attempt();
  };
}
