import { cardPrinted } from './cards.ts';
import { cardRefused, declineOf } from './declines.ts';
import { invalidRequest, resourceMissing } from './failure.ts';
import type { Ledger } from './ledger.ts';
import { liveStatuses } from './subscription-status.ts';
import { idOf, type PaymentMethod } from './wire.ts';

/** Returns the test card behind a payment method. */
export const testCardOf = (method: PaymentMethod) => cardPrinted(method.card?.fingerprint ?? '');

/** Attaches a payment method to a customer after the bank accepted it. */
export async function attachMethod(
  ledger: Ledger,
  was: PaymentMethod,
  customer: string,
): Promise<PaymentMethod> {
  if (was.customer !== null) {
    if (idOf(was.customer) === customer) return was;
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
    );
  }
  if (await wasDetached(ledger, was.id)) throw invalidRequest(detached, 'payment_method');
  const card = testCardOf(was);
  if (card?.declines && !card.attaches) throw cardRefused(declineOf(card.declines));
  const is: PaymentMethod = { ...was, customer };
  await ledger.update('payment_method.attached', was, is);
  return is;
}

/** Detaches a payment method from its customer for good; it can't be charged again. */
export async function detachMethod(ledger: Ledger, was: PaymentMethod): Promise<PaymentMethod> {
  if (was.customer === null) {
    const message =
      'The payment method you provided is not attached to a customer so detachment is impossible.';
    throw invalidRequest(message, 'payment_method');
  }
  const customer = idOf(was.customer);
  const is: PaymentMethod = { ...was, customer: null };
  await ledger.update('payment_method.detached', was, is);
  await forget(ledger, customer, was.id);
  return is;
}

/** Clears the payment method wherever it is the default. */
async function forget(ledger: Ledger, customerId: string, method: string) {
  const customer = await ledger.find('customer', customerId);
  if (customer?.invoice_settings.default_payment_method === method) {
    const settings = { ...customer.invoice_settings, default_payment_method: null };
    const is = { ...customer, invoice_settings: settings };
    await ledger.update('customer.updated', customer, is);
  }
  const filter = {
    parent: customerId,
    contains: { default_payment_method: method },
    anyOf: { field: 'status', values: liveStatuses },
  };
  for (const subscription of await ledger.list('subscription', filter)) {
    const is = { ...subscription, default_payment_method: null };
    await ledger.update('customer.subscription.updated', subscription, is);
  }
}

/** Returns the payment method that a parameter names. Throws unless it is the customer's. */
export async function methodOf(ledger: Ledger, customer: string, [id, param]: [string, string]) {
  const method = await ledger.find('payment_method', id);
  if (!method) throw resourceMissing('PaymentMethod', id, param);
  if (method.customer && idOf(method.customer) === customer) return method;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be ` +
      'attached to the customer.',
    param,
    'resource_missing',
  );
}

const wasDetached = async (ledger: Ledger, id: string) => {
  const contains = { type: 'payment_method.detached' };
  return (await ledger.list('event', { parent: id, contains }, { limit: 1 })).length > 0;
};

const detached =
  'This PaymentMethod was previously used without being attached to a Customer or was detached ' +
  'from a Customer, and may not be used again.';
