import type { CustomerSnapshot } from '#server/platform/stripe/customer-snapshot.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';

/** Returns true for a subscription that has begun and not ended. */
export const isLive = ({ status, endedAt }: ProviderSubscription) =>
  endedAt === null && status !== 'incomplete' && status !== 'incomplete_expired';

/**
 * Returns the subscriptions of one customer that should not run: an organization has one recurring
 * subscription, the oldest (R-SUB-01). Includes only those that we created; a subscription made by
 * hand at the provider is left alone. The input is in the provider's order, newest first.
 */
export const findDuplicates = <S extends ProviderSubscription>(newestFirst: readonly S[]): S[] =>
  newestFirst
    .filter(isLive)
    .slice(0, -1)
    .filter(({ metadata }) => metadata['intentId'] !== undefined);

/** Returns the ids of the duplicates in a customer's data. */
export const duplicateIds = ({ subscriptions }: Pick<CustomerSnapshot, 'subscriptions'>) =>
  findDuplicates(subscriptions).map(({ id }) => id);
