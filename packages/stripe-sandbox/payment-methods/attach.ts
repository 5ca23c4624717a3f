import { invalidRequest, resourceMissing } from '#sandbox/stripe/api/errors.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type PaymentMethod } from '#sandbox/stripe/store/types.ts';
import { liveStatuses } from '#sandbox/stripe/subscriptions/status.ts';
import { cardApiError, declineError } from './card-errors.ts';
import { findCardByFingerprint } from './cards.ts';

/** Returns the test card behind a payment method. */
export const testCardOf = (method: PaymentMethod) =>
  findCardByFingerprint(method.card?.fingerprint ?? '');

/** Attaches a payment method to a customer after the bank accepted it. */
export async function attachPaymentMethod(
  objects: ObjectRepository,
  previous: PaymentMethod,
  customer: string,
): Promise<PaymentMethod> {
  if (previous.customer !== null) {
    if (idOf(previous.customer) === customer) return previous;
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
    );
  }
  if (await wasDetached(objects, previous.id)) throw invalidRequest(detached, 'payment_method');
  const card = testCardOf(previous);
  if (card?.declineReason && !card.isAttachable)
    throw cardApiError(declineError(card.declineReason));
  const updated: PaymentMethod = { ...previous, customer };
  await objects.update('payment_method.attached', previous, updated);
  return updated;
}

/** Detaches a payment method from its customer for good; it can't be charged again. */
export async function detachPaymentMethod(
  objects: ObjectRepository,
  previous: PaymentMethod,
): Promise<PaymentMethod> {
  if (previous.customer === null) {
    const message =
      'The payment method you provided is not attached to a customer so detachment is impossible.';
    throw invalidRequest(message, 'payment_method');
  }
  const customer = idOf(previous.customer);
  const updated: PaymentMethod = { ...previous, customer: null };
  await objects.update('payment_method.detached', previous, updated);
  await clearDefaultMethod(objects, customer, previous.id);
  return updated;
}

/** Clears the payment method wherever it is the default. */
async function clearDefaultMethod(objects: ObjectRepository, customerId: string, method: string) {
  const customer = await objects.find('customer', customerId);
  if (customer?.invoice_settings.default_payment_method === method) {
    const settings = { ...customer.invoice_settings, default_payment_method: null };
    const updated = { ...customer, invoice_settings: settings };
    await objects.update('customer.updated', customer, updated);
  }
  const filter = {
    parent: customerId,
    contains: { default_payment_method: method },
    anyOf: { field: 'status', values: liveStatuses },
  };
  for (const subscription of await objects.list('subscription', filter)) {
    const updated = { ...subscription, default_payment_method: null };
    await objects.update('customer.subscription.updated', subscription, updated);
  }
}

/** Returns the payment method that a parameter names. Throws unless it is the customer's. */
export async function customerPaymentMethod(
  objects: ObjectRepository,
  customer: string,
  [id, param]: [string, string],
) {
  const method = await objects.find('payment_method', id);
  if (!method) throw resourceMissing('PaymentMethod', id, param);
  if (method.customer && idOf(method.customer) === customer) return method;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be ` +
      'attached to the customer.',
    param,
    'resource_missing',
  );
}

async function wasDetached(objects: ObjectRepository, id: string) {
  const contains = { type: 'payment_method.detached' };
  return (await objects.list('event', { parent: id, contains }, { limit: 1 })).length > 0;
}

const detached =
  'This PaymentMethod was previously used without being attached to a Customer or was detached ' +
  'from a Customer, and may not be used again.';
