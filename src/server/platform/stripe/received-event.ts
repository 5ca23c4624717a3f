import type { Stripe } from 'stripe';
import { z } from 'zod';
import { ignoreMissing, resultOf } from './connection.ts';
import { dateOf, idOf } from './subscription-snapshot.ts';

/** An event of the provider; `body` is the payload as it was sent. */
export type ReceivedEvent = {
  id: string;
  type: string;
  livemode: boolean;
  createdAt: Date;
  customer: string | null;
  body: string;
};

/** Converts an event of the SDK to our record; `body` is the payload as it was sent. */
export const toReceivedEvent = (event: Stripe.Event, body: string): ReceivedEvent => ({
  id: event.id,
  type: event.type,
  livemode: event.livemode,
  createdAt: dateOf(event.created),
  // A detached card has none any more.
  customer: customerOf(event.data.object) ?? customerOf(event.data.previous_attributes ?? {}),
  body,
});

/** Returns the customer of an object, or its own id if it is a customer; null when it has none. */
function customerOf(object: object): string | null {
  const { object: kind, id, customer } = object as Record<string, unknown>;
  if (kind === 'customer') return String(id);
  if (typeof customer === 'string') return customer;
  const { id: expanded } = (customer ?? {}) as Record<string, unknown>;
  return typeof expanded === 'string' ? expanded : null;
}

const disputeEvent = z.object({
  data: z.object({ object: z.object({ object: z.literal('dispute'), charge: z.string() }) }),
});

/** Adds the customer of a disputed charge to an event: a dispute names none itself. */
export async function withCustomer(stripe: Stripe, event: ReceivedEvent): Promise<ReceivedEvent> {
  if (event.customer !== null) return event;
  const { data: found } = disputeEvent.safeParse(JSON.parse(event.body));
  if (!found) return event;
  const charge = stripe.charges.retrieve(found.data.object.charge);
  const read = await resultOf(charge).catch(ignoreMissing);
  return { ...event, customer: idOf(read?.customer) };
}
