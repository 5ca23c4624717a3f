import type { BillingOperation } from '#server/billing/payments/billing-operations.ts';
import {
  operationMetadata,
  operationRequestOf,
} from '#server/billing/subscriptions/service/customer.ts';
import {
  type PlanAssignment,
  subscriptionAssignment,
} from '#server/billing/subscriptions/service/plan.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db } from '#server/platform/database/query.ts';
import type { GrantTerms } from '#server/platform/stripe/grant-terms.ts';
import type { GrantableSubscription } from '#server/platform/stripe/grants.ts';

/** How an operator's operation is carried out. */
export type SupportStep = {
  /** Requests the change, by one request with the operation's key. */
  act: (context: AppContext, operation: BillingOperation) => Promise<unknown>;
  /** Reads whether the provider made the change. */
  isDone: (context: AppContext, operation: BillingOperation) => Promise<boolean>;
};

/** A plan to grant, by the provider's ids. */
export type GrantOrder = {
  price: string;
  product: string;
  /** ISO 8601; null without an end. */
  ends: string | null;
  /** The running subscription that becomes the granted one; null to create one. */
  live: GrantableSubscription | null;
};

function orderOf(operation: BillingOperation) {
  const { grant } = operationRequestOf<{ grant?: GrantOrder }>(operation);
  if (!grant) throw new Error(`Operation ${operation.id} grants no plan`);
  return grant;
}

/** Grants a plan by one request to the provider (R-SUP-09). */
export const grantStep: SupportStep = {
  act({ stripe }, operation) {
    const { live, ends, ...ids } = orderOf(operation);
    const terms: GrantTerms = {
      ...ids,
      id: operation.id,
      ends: ends === null ? null : new Date(ends),
    };
    const key = `${operation.id}:grant`;
    if (live) return stripe.grantSubscription(live, terms, key);
    const owner = { customer: operation.customer_id ?? '', metadata: operationMetadata(operation) };
    return stripe.createGrantedSubscription(owner, terms, key);
  },
  isDone: async (context, operation) => (await findGranted(context, operation)) !== undefined,
};

/** Returns the subscription that an operation granted; undefined if the provider has none. */
async function findGranted(
  { stripe }: AppContext,
  { id, customer_id: customer }: BillingOperation,
) {
  const all = customer === null ? [] : await stripe.listSubscriptions(customer);
  return all.find(({ metadata }) => metadata['grantId'] === id);
}

/** Returns the future row of the tenant's products; undefined when the plan has been changed since. */
export async function grantAssignment(
  context: AppContext,
  operation: BillingOperation,
): Promise<PlanAssignment | undefined> {
  const [granted, price] = await Promise.all([
    findGranted(context, operation),
    context.database.system((tx) =>
      tx.first(
        db
          .selectFrom('subscription_prices')
          .selectAll()
          .where('id', '=', operation.subscription_price_id ?? ''),
      ),
    ),
  ]);
  const isCurrent = granted !== undefined && granted.priceServiceId === price?.service_id;
  return isCurrent && price ? subscriptionAssignment(context.stripe, price, granted) : undefined;
}
