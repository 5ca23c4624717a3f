import { Failure } from '#contract/errors.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { authenticationFailures, CardDeclined } from '#server/payments/errors.ts';
import { type Intent, progress } from '#server/payments/intents.ts';
import type { Settlement } from '#server/payments/settlement.ts';
import type { ProviderSubscription } from '#server/payments/snapshot.ts';
import { type Arrangement, isOneTime, type Price, soldBy, subscribed } from './plan.ts';

/** The result of an intent at the provider; any process can read it at any time. */
export type Outcome =
  | { outcome: 'arranged'; arrangement: Arrangement }
  | Exclude<Settlement, { outcome: 'paid' }>;

const nothing = { outcome: 'void' } as const;

/** Reads the result of an intent at the provider; changes nothing. */
export async function outcomeOf(house: House, intent: Intent): Promise<Outcome> {
  const price = await priceOf(house, intent);
  if (!price || intent.customer_id === null) return nothing;
  if (intent.kind === 'change_plan') return changed(house, intent, price);
  return isOneTime(price) ? sold(house, intent, price) : begun(house, intent, price);
}

/** Returns the result for a new subscription; `void` when the provider has none of this intent. */
async function begun({ gateway }: House, intent: Intent, price: Price): Promise<Outcome> {
  const all = await gateway.listSubscriptions(intent.customer_id ?? '');
  const mine = all.find(({ metadata }) => metadata['intentId'] === intent.id);
  return mine ? standingOf(gateway, mine, price) : nothing;
}

/** Returns the result of a subscription; a new one counts once its first payment is made. */
export async function standingOf(
  gateway: House['gateway'],
  subscription: ProviderSubscription,
  price: Price,
): Promise<Outcome> {
  const { status, latestInvoice, id } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired') return nothing;
  if (status !== 'incomplete') {
    return { outcome: 'arranged', arrangement: subscribed(price, subscription) };
  }
  const settlement = latestInvoice ? await gateway.settlement(latestInvoice) : nothing;
  if (settlement.outcome !== 'paid') return settlement;
  return {
    outcome: 'arranged',
    arrangement: subscribed(price, await gateway.retrieveSubscription(id)),
  };
}

async function sold({ gateway }: House, intent: Intent, price: Price): Promise<Outcome> {
  const customer = intent.customer_id ?? '';
  const [invoice] = await gateway.invoicesOfIntent(customer, intent.id);
  if (!invoice) return nothing;
  const settlement = await gateway.settlement(invoice.id);
  return settlement.outcome === 'paid'
    ? { outcome: 'arranged', arrangement: soldBy(price, { customer, invoice: invoice.id }) }
    : settlement;
}

/**
 * Returns the result of a change of plan: done when the subscription has the price and nothing is
 * pending.
 */
async function changed({ gateway }: House, intent: Intent, price: Price): Promise<Outcome> {
  const subscription = await gateway.retrieveSubscription(intent.service_id ?? '');
  const { changePending, priceServiceId, latestInvoice } = subscription;
  if (priceServiceId === price.service_id && !changePending) {
    return { outcome: 'arranged', arrangement: subscribed(price, subscription) };
  }
  if (!changePending || latestInvoice === null) return nothing;
  const settlement = await gateway.settlement(latestInvoice);
  return settlement.outcome === 'paid' ? nothing : settlement;
}

/** Returns the price of an intent. */
const priceOf = async ({ database }: House, { subscription_price_id: id }: Intent) =>
  id === null
    ? undefined
    : database.system((tx) =>
        tx.first(db.selectFrom('subscription_prices').selectAll().where('id', '=', id)),
      );

/** Returns the arrangement, or throws the refusal or the request for authentication. */
export async function arrangedOr(
  house: House,
  intent: Intent,
  outcome: Outcome,
): Promise<Arrangement> {
  if (outcome.outcome === 'arranged') return outcome.arrangement;
  if (outcome.outcome === 'authenticate') {
    await progress(house.database, intent, { state: 'authenticating' });
    throw mustConfirm(intent, outcome);
  }
  throw refusedPayment(outcome.outcome === 'declined' ? outcome.reason : null);
}

/** Asks the browser to authenticate the payment and to repeat the call. */
export const mustConfirm = ({ id }: Intent, { clientSecret }: { clientSecret: string }) =>
  new Failure('billing.authenticationRequired', { params: { clientSecret, intentId: id } });

export const isToConfirm = (error: unknown) =>
  error instanceof Failure && error.code === 'billing.authenticationRequired';

export const refusedPayment = (reason: string | null) =>
  reason !== null && authenticationFailures.has(reason)
    ? new Failure('billing.authenticationFailed')
    : new CardDeclined('The card was declined', reason);
