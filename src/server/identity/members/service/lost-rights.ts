import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Role } from '#contract/access.ts';
import { isStoppedBy, type ApiKey } from '#contract/api-keys/api-keys.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import { addJob } from '#server/platform/jobs/add-job.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { displayNameOf } from '#server/platform/mail/recipient.ts';
import { notify } from '#server/platform/notifications/service/notify.ts';

type Membership = Pick<TableRow<'memberships'>, 'tenant_id' | 'user_id' | 'role' | 'status'>;
type Change = {
  before: Membership;
  /** Null when the membership ends. */
  after: Pick<Membership, 'role' | 'status'> | null;
  /** Member who made the change and knows what it stops. */
  actor?: string | undefined;
};

const lostRights = z.object({
  tenant: z.string(),
  user: z.string(),
  /** Email and name, as the account may be gone when the job runs. */
  former: z.string(),
  person: z.string(),
  actor: z.string().optional(),
  cause: z.string(),
});
type LostRights = z.infer<typeof lostRights>;

/**
 * Queues what follows when a member leaves, is deactivated or gets a lower role: a remaining owner becomes the payer
 * (R-ACC-32), and owners and admins hear which API keys stop (R-KEY-08). Must run before the change: afterwards the
 * account may be gone.
 */
export async function followLostRights(
  tx: DbTransaction,
  { before, after, actor }: Change,
): Promise<void> {
  const stays = after?.status === MemberStatus.Active && after.role <= before.role;
  if (before.status !== MemberStatus.Active || stays) return;
  const { tenant_id: tenant, user_id: user, role } = before;
  const account = db.selectFrom('users').select(['email', 'first_name', 'last_name']);
  const found = await tx.first(account.where('id', '=', user));
  // An account that was deleted since `before` was read has queued this itself.
  if (!found) return;
  const payload = {
    tenant,
    user,
    actor,
    former: found.email,
    person: displayNameOf(found),
    cause: randomUUID(),
  } satisfies LostRights;
  await addJob(tx, { name: 'members.rights', payload });
  if (role <= Role.Admin)
    await addJob(tx, { name: 'payments.payer', payload: { tenant, user, former: found.email } });
}

/** Returns the job of members who lost rights. */
export const lostRightsTasks = (context: AppContext): Record<'members.rights', Task> => ({
  'members.rights': async (payload) => {
    await notifyOfStoppedKeys(context, lostRights.parse(payload));
  },
});

async function notifyOfStoppedKeys(
  { database, ...context }: AppContext,
  { tenant: of, user, person, actor, cause }: LostRights,
) {
  const selected = sql<
    TableRow<'tenants'> & { id: TenantId }
  >`select * from tenants where id = ${of}`;
  const tenant = await database.operator((tx) => tx.first(selected));
  if (!tenant) return;
  await database.tenant(tenant.id, async (tx) => {
    const [member, keys] = await Promise.all([
      tx.first(
        db
          .selectFrom('memberships')
          .select('role')
          .where('tenant_id', '=', scopeTenant)
          .where('user_id', '=', user)
          .where('status', '=', MemberStatus.Active),
      ),
      tx.all(
        db
          .selectFrom('api_keys')
          .select(['name', 'role', 'expires_at'])
          .where('tenant_id', '=', scopeTenant)
          .where('created_by', '=', user)
          .orderBy('id'),
      ),
    ]);
    const stopped = keys.filter(({ role, expires_at }) =>
      isStoppedBy(
        { role: role as ApiKey['role'], expired: expires_at !== null && expires_at <= new Date() },
        member ? (member.role as Role) : null,
      ),
    );
    if (stopped.length === 0) return;
    const sender = { tenant, site: mailSiteOf(context) };
    const details = { person, keys: stopped.map(({ name }) => name).join(', ') };
    await notify(tx, sender, { kind: 'keysStopped', cause, details, except: actor ?? null });
  });
}
