import type { Books } from './books.ts';
import type { ProviderSubscription } from './snapshot.ts';

/** Whether a subscription has begun and not ended. */
export const isLive = ({ status, endedAt }: ProviderSubscription) =>
  endedAt === null && status !== 'incomplete' && status !== 'incomplete_expired';

/**
 * The subscriptions of one customer that should not run: an organization has one recurring
 * subscription, the oldest. Only those that we began: one that somebody made at the provider by hand
 * is theirs to end. The list is the provider's, newest first.
 */
export const duplicatesAmong = <S extends ProviderSubscription>(newestFirst: readonly S[]): S[] =>
  newestFirst
    .filter(isLive)
    .slice(0, -1)
    .filter(({ metadata }) => metadata['intentId'] !== undefined);

/** The same by their ids, of everything that the provider has of a customer. */
export const duplicateIds = ({ subscriptions }: Pick<Books, 'subscriptions'>) =>
  duplicatesAmong(subscriptions).map(({ id }) => id);
