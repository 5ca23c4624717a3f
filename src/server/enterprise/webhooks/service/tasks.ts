import { z } from 'zod';
import type { TenantId } from '#server/platform/database/database.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';

export { startWebhookSender } from './sender.ts';

/** Schedule of the tasks of this module. */
export const webhookCrons = { 'webhooks.purge': '43 3 * * *' };

/** Number of rows per statement, so that row locks are short. */
const batchSize = 2_000;

// The deliveries are deleted with their event.
const purgeSql = `delete from webhook_events where (tenant_id, id) in (
    select tenant_id, id from webhook_events where occurred_at < now() - interval '30 days' limit $1)
  returning id`;

const subscribersSql = `select distinct tenant_id as id from webhook_endpoints
  where disabled_at is null and $1 = any (events) and tenant_id > $2 order by tenant_id limit 500`;

const publishSql = 'select app.publish($1, array[$2::text], $3, $4)';

const broadcast = z.object({
  event: z.uuid(),
  type: z.string(),
  data: z.record(z.string(), z.json()),
});

/**
 * Returns the tasks of this module: events for all organizations, and the end of the retention period (R-REL-08). A task
 * that is repeated publishes nothing twice: the event has the same id in each organization.
 */
export const webhookTasks = (
  store: OwnerDatabase,
): Record<keyof typeof webhookCrons | 'webhooks.broadcast', Task> => ({
  'webhooks.broadcast': async (payload, { signal }) => {
    const { event, type, data } = broadcast.parse(payload);
    let past = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await store.query<{ id: TenantId }>(subscribersSql, [type, past]);
      for (const { id } of rows) {
        signal.throwIfAborted();
        await store.query(publishSql, [id, type, JSON.stringify(data), event]);
        past = id;
      }
      if (rows.length === 0) return;
    }
  },
  'webhooks.purge': async (_payload, { signal }) => {
    let deleted: number;
    do {
      signal.throwIfAborted();
      deleted = (await store.query(purgeSql, [batchSize])).rows.length;
    } while (deleted === batchSize);
  },
});
