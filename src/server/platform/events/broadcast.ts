import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '#contract/webhooks/event-names.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import type { TableRow } from '#server/platform/database/query.ts';
import { addJob } from '#server/platform/jobs/add-job.ts';

/**
 * Queues an event of a resource for all organizations that subscribe to it, in the transaction of its cause (R-WHK-03).
 */
export function broadcastResource(
  tx: DbTransaction,
  type: Extract<WebhookEvent, `resource.${string}`>,
  row: TableRow<'resources'>,
) {
  const { id, title, description, type: fileType, tiers, roles, file } = row;
  const data = { id, title, description, type: fileType, tiers, roles, hasFile: file !== null };
  return addJob(tx, { name: 'webhooks.broadcast', payload: { event: randomUUID(), type, data } });
}
