import { z } from 'zod';
import { FileType } from '#contract/entities/resources.ts';
import { productStatus } from '#contract/membership.ts';
import { date, id, int32, role, timestamp } from '#contract/shapes.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { testEvent, webhookEventNames, type WebhookEvent } from './event-names.ts';

const transaction = z.object({
  id,
  description: z.string(),
  quantity: z.number(),
  price: z.number(),
  /** quantity × price */
  amount: z.number(),
  /** Currency of the organization's transactions when the event is sent; ISO 4217, lower case. */
  currency: z.string(),
  date,
  category: z.string().nullable(),
  createdAt: timestamp,
  version: z.int(),
});

const member = z.object({
  /** Id of the membership. */
  id,
  userId: id,
  /** Address of the account when the event is sent; null if the account was deleted. */
  email: z.string().nullable(),
  role,
  status: z.literal(Object.values(MemberStatus)),
  createdAt: timestamp,
});

const subscription = z.object({
  id,
  priceId: id,
  productId: id,
  title: z.string(),
  tier: int32,
  status: productStatus,
  startDate: timestamp,
  trialEnds: timestamp.nullable(),
  /** Time from which the organization is read-only, while a payment is overdue. */
  graceEnds: timestamp.nullable(),
  endDate: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
});

const payment = z.object({
  /** Id of the invoice at the payment provider. */
  invoice: z.string(),
  /** Minor units, such as cents; null if the provider did not name it. */
  amount: z.int().nullable(),
  /** ISO 4217, lower case. */
  currency: z.string().nullable(),
  plan: z.string().nullable(),
});

const resource = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  type: z.literal(Object.values(FileType)),
  /** Tiers and roles that may download it; empty: all. */
  tiers: z.array(int32),
  roles: z.array(role),
  hasFile: z.boolean(),
});

/** Schema of `data` of each event (R-WHK-02). */
export const webhookEvents = {
  'transaction.created': transaction,
  'transaction.updated': transaction,
  'transaction.deleted': transaction,
  'member.requested': member,
  'member.added': member,
  'member.updated': member,
  'member.deactivated': member,
  'member.removed': member,
  'invitation.created': member,
  'invitation.accepted': member,
  'invitation.removed': member,
  'subscription.created': subscription,
  'subscription.updated': subscription,
  'subscription.ended': subscription,
  'payment.succeeded': payment,
  'payment.failed': payment,
  'resource.created': resource,
  'resource.updated': resource,
  'resource.deleted': resource,
} as const satisfies Record<WebhookEvent, z.ZodType>;

/** Body of a delivery, as the Standard Webhooks specification recommends it. */
export const webhookBody = z.object({
  type: z.enum([...webhookEventNames, testEvent]),
  /** Time of the event. */
  timestamp,
  data: z.record(z.string(), z.json()),
});
export type WebhookBody = z.infer<typeof webhookBody>;
