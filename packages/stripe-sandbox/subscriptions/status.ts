/** Statuses of a subscription that has not ended. */
export const liveStatuses = [
  'active',
  'incomplete',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
export const endedStatuses = ['canceled', 'incomplete_expired'] as const;
