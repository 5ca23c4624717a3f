import { invalidRequest, resourceMissing } from '#sandbox/stripe/api/errors.ts';
import { applyPaymentResult } from '#sandbox/stripe/invoices/collection.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { PaymentIntent, SetupIntent } from '#sandbox/stripe/store/types.ts';
import { intentIdFromSecret } from './new-intent.ts';
import { resumePayment } from './payment-attempt.ts';
import { resumeSetupIntent } from './setup-intents.ts';

/**
 * Passes or fails the 3-D Secure authentication that an intent waits for, as the cardholder does on the
 * bank's page, and updates the payment, its invoice and its subscription. Refuses an unknown secret
 * (404) and an intent that waits for no authentication (400).
 */
export async function completeAuthentication(
  objects: ObjectRepository,
  clientSecret: string,
  outcome: 'succeed' | 'fail',
): Promise<PaymentIntent | SetupIntent> {
  const id = intentIdFromSecret(clientSecret);
  const passed = outcome === 'succeed';
  const setup = await objects.find('setup_intent', id);
  const intent = setup ?? (await objects.find('payment_intent', id));
  if (intent?.client_secret !== clientSecret) throw resourceMissing('client_secret', clientSecret);
  if (intent.status !== 'requires_action')
    throw invalidRequest(noAuthenticationPending(intent.status));
  if (intent.object === 'setup_intent') return resumeSetupIntent(objects, intent, { passed });
  const updated = await resumePayment(objects, intent, { passed });
  await applyPaymentResult(objects, updated, { offSession: false, isScheduled: false });
  return updated;
}

const noAuthenticationPending = (status: string) =>
  `This intent does not require authentication: its status is ${status}.`;
