import { createHmac, timingSafeEqual } from 'node:crypto';
import { isNotificationKind } from '#contract/notifications/kinds.ts';
import type { Unsubscribable } from '#contract/notifications/notifications.ts';

/** The emails that a link stops. */
export type Subscription = { kind: Unsubscribable; user: string };

const signatureOf = (linkKey: Buffer, { kind, user }: Subscription) =>
  createHmac('sha256', linkKey).update(`unsubscribe:${kind}:${user}`).digest('base64url');

/** Returns the token of a link that stops emails. It is signed, works without a session and does not expire. */
export const unsubscribeToken = (linkKey: Buffer, subscription: Subscription) =>
  [subscription.kind, subscription.user, signatureOf(linkKey, subscription)].join('.');

/**
 * Returns the address that stops emails: for POST without a session (RFC 8058), and for GET a page that asks first
 * (R-NTF-07).
 */
export const unsubscribeUrl = (
  { origin, linkKey }: { origin: string; linkKey: Buffer },
  subscription: Subscription,
) => `${origin}/unsubscribe?token=${unsubscribeToken(linkKey, subscription)}`;

/** Returns what a token stops; null for one that we did not sign. Compares in constant time. */
export function readUnsubscribeToken(linkKey: Buffer, token: string): Subscription | null {
  const [kind = '', user = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !(kind === 'digest' || isNotificationKind(kind))) return null;
  const [sent, right] = [Buffer.from(signature), Buffer.from(signatureOf(linkKey, { kind, user }))];
  return sent.length === right.length && timingSafeEqual(sent, right) ? { kind, user } : null;
}
