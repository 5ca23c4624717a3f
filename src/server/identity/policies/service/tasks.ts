import { z } from 'zod';
import { Role } from '#contract/access.ts';
import { breakGlassMail } from '#server/identity/policies/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { listRecipients } from '#server/platform/mail/recipient.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { senderAndName } from '#server/platform/notifications/service/member-changes.ts';
import { notify } from '#server/platform/notifications/service/notify.ts';
import { membersWithoutFactor } from './entry.ts';

const organization = z.object({ tenant: z.string() });
const breakGlassEntry = organization.extend({ user: z.string(), at: z.string() });

type PolicyContext = Pick<AppContext, 'database' | 'config' | 'origin' | 'linkKey'>;

/** Returns the jobs of policies; those of an organization that was deleted meanwhile do nothing. */
export const policyTasks = (
  store: OwnerDatabase,
  context: PolicyContext,
): Record<string, Task> => ({
  'policies.factor': async (payload) => {
    const tenant = await findTenant(store, organization.parse(payload));
    if (tenant) await notifyOfFactor(context, tenant);
  },
  'policies.entry': async (payload) => {
    const entry = breakGlassEntry.parse(payload);
    const tenant = await findTenant(store, entry);
    if (tenant) await notifyOwners(context, { ...entry, tenant });
  },
});

async function findTenant(store: OwnerDatabase, { tenant }: z.infer<typeof organization>) {
  const { rows } = await store.query<{ id: TenantId }>('select id from tenants where id = $1', [
    tenant,
  ]);
  return rows[0]?.id;
}

/** Notifies each member who must set up a second factor, once for each change of the policy (R-POL-07). */
const notifyOfFactor = (context: PolicyContext, id: TenantId) =>
  context.database.tenant(id, async (tx) => {
    const policy = await tx.first(
      db.selectFrom('tenant_policies').selectAll().where('tenant_id', '=', scopeTenant),
    );
    if (!policy?.factor_since) return;
    const tenant = await tx.one(db.selectFrom('tenants').selectAll().where('id', '=', scopeTenant));
    const sender = { tenant, site: mailSiteOf(context) };
    const cause = `${policy.factor_since.toISOString()} ${policy.factor_days}`;
    for (const { user_id: to, due_at: due } of await tx.all(membersWithoutFactor)) {
      const details = { date: due.toISOString() };
      await notify(tx, sender, { kind: 'secondFactorRequired', cause, details, to });
    }
  });

/** Emails all owners that the break-glass owner has entered without single sign-on (R-POL-09). */
const notifyOwners = (
  context: PolicyContext,
  { tenant: id, user, at }: z.infer<typeof breakGlassEntry> & { tenant: TenantId },
) =>
  context.database.tenant(id, async (tx) => {
    const { sender, person } = await senderAndName(tx, context, user);
    for (const to of await listRecipients(tx, id, Role.Owner)) {
      await enqueueMail(tx, breakGlassMail(to, sender, { person, at: new Date(at) }));
    }
  });
