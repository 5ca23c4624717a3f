import type { AppContext } from '#server/platform/app-context.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { notify } from '#server/platform/notifications/service/notify.ts';
import { abandon, type Target } from './queue.ts';

/**
 * Turns an endpoint off and notifies owners and admins, in one transaction; gives up what waits for it (R-WHK-06). Does
 * nothing if it was moved, or turned on again, during the attempt.
 */
export async function disableEndpoint(
  { store, context }: { store: OwnerDatabase; context: AppContext },
  { state, ...due }: Target,
  reason: 'failing' | 'gone',
) {
  const isDisabled = await context.database.tenant(due.tenant, async (tx) => {
    const disabled = await tx.first(
      db
        .updateTable('webhook_endpoints')
        .set({ disabled_at: sql<Date>`now()`, disabled_reason: reason })
        .where('tenant_id', '=', scopeTenant)
        .where('id', '=', due.endpoint)
        .where('disabled_at', 'is', null)
        .where('url', '=', state.url)
        .$if(reason === 'failing', (query) => query.where('failing_since', 'is not', null))
        .returning(['url', 'disabled_at']),
    );
    if (!disabled) return false;
    const tenant = await tx.one(db.selectFrom('tenants').selectAll().where('id', '=', scopeTenant));
    await notify(
      tx,
      { tenant, site: mailSiteOf(context) },
      {
        kind: 'webhookDisabled',
        cause: `${due.endpoint} ${disabled.disabled_at?.toISOString()}`,
        details: { host: new URL(disabled.url).host },
      },
    );
    return true;
  });
  if (isDisabled) await abandon(store, due);
}
