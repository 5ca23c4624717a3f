import { isOperatorTenant, Role, UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { type BillingContext, reconcileIfReachable } from '#server/billing/payments/reconcile.ts';
import { revokeAccess } from '#server/identity/accounts/service/session.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import { mailSiteOf, type MailSender } from '#server/platform/mail/compose.ts';
import { enqueueMail, type MailMessage } from '#server/platform/mail/outbox.ts';
import { listRecipients, type MailRecipient } from '#server/platform/mail/recipient.ts';
import { suspendedMail, unsuspendedMail } from './mail.ts';

type Suspension = { id: string; reason: string };

type TenantContext = BillingContext & { database: Database };

/**
 * Suspends an organization and emails its owners, or changes the reason of its suspension (R-OPR-13). Nothing is
 * collected for its subscription meanwhile.
 */
export async function suspendTenant(context: TenantContext, { id, reason }: Suspension) {
  const suspended = await context.database.operator(async (tx) => {
    const tenant = await lockOrganization(tx, id);
    if (isOperatorTenant(tenant)) throw new Failure('tenant.isOperators');
    await tx.run(
      db
        .updateTable('tenants')
        .set({
          suspended_at: tenant.suspended_at ?? sql<Date>`now()`,
          suspension_reason: reason,
        })
        .where('id', '=', tenant.id),
    );
    await recordAuditEvent(tx, {
      action: 'tenant.suspended',
      tenant: tenant.id,
      target: tenant.id,
      details: { reason },
    });
    if (tenant.suspended_at === null) {
      await mailOwners(tx, context, {
        tenant,
        build: (to, sender) => suspendedMail(to, sender, reason),
      });
    }
    return tenant.id;
  });
  await reconcileIfReachable(context, suspended);
}

/**
 * Ends the suspension of an organization and emails its owners; its payments are collected again. Does nothing if there
 * is none.
 */
export async function liftTenant(context: TenantContext, id: string) {
  const lifted = await context.database.operator(async (tx) => {
    const tenant = await lockOrganization(tx, id);
    if (tenant.suspended_at === null) return null;
    await tx.run(
      db
        .updateTable('tenants')
        .set({ suspended_at: null, suspension_reason: null })
        .where('id', '=', tenant.id),
    );
    const entry = { action: 'tenant.unsuspended', tenant: tenant.id, target: tenant.id };
    await recordAuditEvent(tx, entry);
    await mailOwners(tx, context, { tenant, build: unsuspendedMail });
    return tenant.id;
  });
  if (lifted !== null) await reconcileIfReachable(context, lifted);
}

type OwnersMail = {
  tenant: Awaited<ReturnType<typeof lockOrganization>>;
  build: (to: MailRecipient, sender: MailSender) => MailMessage;
};

async function mailOwners(
  tx: DbTransaction,
  context: TenantContext,
  { tenant, build }: OwnersMail,
) {
  const sender = { tenant, site: mailSiteOf(context) };
  for (const to of await listRecipients(tx, tenant.id, Role.Owner)) {
    await enqueueMail(tx, build(to, sender));
  }
}

const lockOrganization = async (tx: DbTransaction, id: string) =>
  orNotFound(
    await tx.first(
      db
        .selectFrom('tenants')
        .select(['id', 'subdomain', 'suspended_at', 'name', 'logo', 'app_color'])
        .where(sql<boolean>`id = ${id}`)
        .forNoKeyUpdate(),
    ),
  );

/**
 * Suspends an account, or changes the reason of its suspension, and ends its sessions (R-OPR-14). Refuses operators,
 * who are removed instead.
 */
export async function suspendUser(database: Database, { id, reason }: Suspension) {
  await database.operator(async (tx) => {
    const person = await lockAccount(tx, id);
    if (person.type === UserType.Admin) throw new Failure('account.cannotSuspendAdmin');
    const values = { active: false, suspension_reason: reason };
    await tx.run(db.updateTable('users').set(values).where('id', '=', id));
    await recordAuditEvent(tx, {
      action: 'user.suspended',
      person: id,
      target: id,
      details: { reason },
    });
  });
  await endSessions(database, id);
}

/**
 * Ends the suspension of an account; does nothing if there is none. Ends its sessions again: a sign-in that had read the
 * account before the suspension may have opened one after it, which must not revive.
 */
export async function liftUser(database: Database, id: string) {
  if ((await database.operator((tx) => lockAccount(tx, id))).active) return;
  await endSessions(database, id);
  await database.operator(async (tx) => {
    if ((await lockAccount(tx, id)).active) return;
    const values = { active: true, suspension_reason: null };
    await tx.run(db.updateTable('users').set(values).where('id', '=', id));
    await recordAuditEvent(tx, { action: 'user.unsuspended', person: id, target: id });
  });
}

/** The operator's role sees no sessions, so their account's scope ends them. */
const endSessions = (database: Database, id: string) =>
  database.account({ id }, (tx) => revokeAccess(tx, id));

const lockAccount = async (tx: DbTransaction, id: string) =>
  orNotFound(
    await tx.first(
      db.selectFrom('users').select(['type', 'active']).where('id', '=', id).forNoKeyUpdate(),
    ),
  );
