import type { z } from 'zod';
import type { WebhookEvent } from '#contract/webhooks/event-names.ts';
import type { webhookEvents } from '#contract/webhooks/events.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';

/** Event that is the change of no row of its organization, so that no trigger publishes it. */
type DirectEvent = Extract<WebhookEvent, `payment.${string}`>;

/** Records an event for the endpoints that subscribe to it, in the transaction of its cause (R-WHK-03). */
export async function publishEvent<E extends DirectEvent>(
  tx: DbTransaction,
  tenant: string,
  { type, data }: { type: E; data: z.input<(typeof webhookEvents)[E]> },
) {
  await tx.run(sql`select app.publish(${tenant}, ${[type]}, ${JSON.stringify(data)}, ${null})`);
}
