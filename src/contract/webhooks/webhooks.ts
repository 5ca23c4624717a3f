import { z } from 'zod';
import { member, Role, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { pageParams } from '#contract/paging.ts';
import { id, singleLine, timestamp } from '#contract/shapes.ts';
import { testEvent, webhookEventNames } from './event-names.ts';

/** Maximum of endpoints of an organization. */
export const maxWebhooks = 50;

/** Hours for which deliveries are also signed with the former key after a rotation. */
export const signingOverlapHours = [0, 1, 24, 168] as const;

/** Days after which events and deliveries are deleted. */
export const webhookDays = 30;

/** Returns true for an address by HTTP without a user and a password. */
function isEndpointUrl(value: string) {
  const url = URL.parse(value);
  return (
    url !== null && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password
  );
}

const url = singleLine(2_000)
  .min(1, 'field.required')
  .refine((value) => value === '' || isEndpointUrl(value), 'field.invalid');

export const webhookFields = z.object({
  url,
  description: singleLine(100),
  events: z.array(z.enum(webhookEventNames)).min(1, 'field.required').max(webhookEventNames.length),
});

/** Endpoint of an organization, without its signing key. */
const webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  createdAt: timestamp,
  /** Why nothing is sent; null while the endpoint is on. */
  disabled: z.object({ at: timestamp, reason: z.enum(['member', 'failing', 'gone']) }).nullable(),
  /** Since when every attempt has failed; null after a success. */
  failingSince: timestamp.nullable(),
  /** Until when deliveries are also signed with the key before the last rotation. */
  formerUntil: timestamp.nullable(),
});
export type Webhook = z.infer<typeof webhook>;

/** Reply to a creation or a rotation: the only one that contains the key. */
const webhookWithKey = webhook.extend({ signingKey: z.string() });

export const deliveryStates = ['pending', 'succeeded', 'failed'] as const;
const deliveryState = z.enum(deliveryStates);
export type DeliveryState = z.infer<typeof deliveryState>;

/** Request that was sent once, and what became of it. */
const attempt = z.object({
  at: timestamp,
  /** HTTP status of the response; null without a response. */
  status: z.int().nullable(),
  /** Milliseconds until the response was read. */
  duration: z.int(),
  /** Reason of a failure without a response. */
  error: z.string().nullable(),
  /** Beginning of the response's body. */
  response: z.string(),
});
export type WebhookAttempt = z.infer<typeof attempt>;

const delivery = z.object({
  id,
  /** Value of the header `webhook-id`: the same in every attempt and replay. */
  messageId: z.string(),
  type: z.enum([...webhookEventNames, testEvent]),
  state: deliveryState,
  occurredAt: timestamp,
  /** Number of attempts since the delivery was created or replayed. */
  attempts: z.int(),
  nextAttemptAt: timestamp.nullable(),
  last: attempt.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

const deliveryDetails = delivery.extend({
  /** Body of the requests; null before the first one. */
  body: z.string().nullable(),
  log: z.array(attempt),
});
export type DeliveryDetails = z.infer<typeof deliveryDetails>;

const admin = member({ role: Role.Admin });
const adminInPerson = member({ role: Role.Admin, inPerson: true });

export const webhooks = subject('Webhook', {
  getAll: {
    route: 'GET /Webhook/GetAll',
    summary: 'Webhook endpoints of the organization, newest first',
    access: admin,
    reply: z.array(webhook),
  },
  get: {
    route: 'GET /Webhook/Get/:id',
    summary: 'One webhook endpoint',
    access: admin,
    reply: webhook,
  },
  create: {
    route: 'POST /Webhook/Create',
    summary: 'Add a webhook endpoint; the reply contains its signing key',
    access: withStepUp(adminInPerson),
    body: webhookFields,
    reply: webhookWithKey,
    errors: ['webhook.limit', 'webhook.https'],
  },
  update: {
    route: 'PUT /Webhook/Update/:id',
    summary: 'Change a webhook endpoint, or turn it on or off',
    access: withStepUp(adminInPerson),
    body: webhookFields.extend({ enabled: z.boolean() }),
    reply: webhook,
    errors: ['webhook.https'],
  },
  rotateKey: {
    route: 'POST /Webhook/RotateKey/:id',
    summary: 'Give an endpoint a new signing key; both sign for some hours',
    access: withStepUp(adminInPerson),
    body: z.object({ overlap: z.literal(signingOverlapHours) }),
    reply: webhookWithKey,
  },
  remove: {
    route: 'DELETE /Webhook/Delete/:id',
    summary: 'Delete a webhook endpoint and its deliveries',
    // Allowed while read-only: the organization may want to stop what leaves it.
    access: member({ role: Role.Admin, inPerson: true, whenReadOnly: true }),
  },
  sendTest: {
    route: 'POST /Webhook/SendTest/:id',
    summary: 'Send a test event to an endpoint',
    access: adminInPerson,
    reply: delivery,
    errors: ['webhook.disabled'],
  },
  getDeliveries: {
    route: 'GET /Webhook/GetDeliveries/:id',
    summary: 'Deliveries to an endpoint in the last 30 days, newest first',
    access: admin,
    query: pageParams.extend({ state: deliveryState.optional() }),
    reply: z.array(delivery),
    paged: true,
  },
  getDelivery: {
    route: 'GET /Webhook/GetDelivery/:delivery',
    summary: 'A delivery with its body and its attempts',
    access: admin,
    params: z.object({ delivery: id }),
    reply: deliveryDetails,
  },
  replay: {
    route: 'POST /Webhook/Replay/:delivery',
    summary: 'Send a delivery again',
    access: adminInPerson,
    params: z.object({ delivery: id }),
    reply: delivery,
    errors: ['webhook.disabled'],
  },
  replayMany: {
    route: 'POST /Webhook/ReplayMany/:id',
    summary: 'Send the deliveries of a period again',
    access: adminInPerson,
    body: z
      .object({ from: timestamp, to: timestamp, onlyFailed: z.boolean() })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'field.invalid' }),
    reply: z.object({ count: z.int() }),
    errors: ['webhook.disabled'],
  },
});
