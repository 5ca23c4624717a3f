/** Events that endpoints subscribe to (R-WHK-02). Pages load the names without the schemas of `events.ts`. */
export const webhookEventNames = [
  'transaction.created',
  'transaction.updated',
  'transaction.deleted',
  'member.requested',
  'member.added',
  'member.updated',
  'member.deactivated',
  'member.removed',
  'invitation.created',
  'invitation.accepted',
  'invitation.removed',
  'subscription.created',
  'subscription.updated',
  'subscription.ended',
  'payment.succeeded',
  'payment.failed',
  'resource.created',
  'resource.updated',
  'resource.deleted',
] as const;
export type WebhookEvent = (typeof webhookEventNames)[number];

/** Event that the button "Send test" sends. */
export const testEvent = 'webhook.test';
