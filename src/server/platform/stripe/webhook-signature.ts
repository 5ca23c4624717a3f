import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { toReceivedEvent, type ReceivedEvent } from './received-event.ts';
import { loadStripeSdk } from './sdk.ts';

export type WebhookKeys = {
  /** Accepted signing secrets: the current one and, during a rotation, the previous one. */
  secrets: string[];
  /** True when our key is a live key; events of the other mode are refused. */
  livemode: boolean;
};

const toleranceSeconds = 300;

const eventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  object: z.literal('event'),
  livemode: z.boolean(),
  created: z.int(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/** Returns a body's event; throws `billing.invalidSignature` unless signed in the last five minutes. */
export async function verifyWebhook(
  body: unknown,
  signature: string,
  { secrets, livemode }: WebhookKeys,
): Promise<ReceivedEvent> {
  const { webhooks } = await loadStripeSdk();
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  for (const secret of secrets) {
    try {
      const event = webhooks.constructEvent(bytes, signature, secret, toleranceSeconds);
      if (eventSchema.parse(event).livemode !== livemode) break;
      return toReceivedEvent(event, bytes.toString('utf8'));
    } catch {
      // Not signed with this secret, or not an event: try the next secret.
    }
  }
  throw new Failure('billing.invalidSignature');
}
