import { invalidRequest, resourceMissing } from './failure.ts';
import { reflectPayment } from './invoice-payment.ts';
import type { Ledger } from './ledger.ts';
import { idInSecret } from './new-intent.ts';
import { resumePayment } from './payment-attempt.ts';
import { resumeSetup } from './setup-intents.ts';
import type { PaymentIntent, SetupIntent } from './wire.ts';

/**
 * Passes or fails the 3-D Secure authentication that an intent waits for, as the cardholder does on the
 * bank's page, and updates the payment, its invoice and its subscription. Refuses an unknown secret
 * (404) and an intent that waits for no authentication (400).
 */
export async function authenticate(
  ledger: Ledger,
  clientSecret: string,
  outcome: 'succeed' | 'fail',
): Promise<PaymentIntent | SetupIntent> {
  const id = idInSecret(clientSecret);
  const passed = outcome === 'succeed';
  const setup = await ledger.find('setup_intent', id);
  const intent = setup ?? (await ledger.find('payment_intent', id));
  if (intent?.client_secret !== clientSecret) throw resourceMissing('client_secret', clientSecret);
  if (intent.status !== 'requires_action') throw invalidRequest(notAsked(intent.status));
  if (intent.object === 'setup_intent') return resumeSetup(ledger, intent, { passed });
  const is = await resumePayment(ledger, intent, { passed });
  await reflectPayment(ledger, is, { offSession: false, automatic: false });
  return is;
}

const notAsked = (status: string) =>
  `Nobody is asked to authenticate: this intent has a status of ${status}.`;
