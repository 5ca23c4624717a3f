import { Role } from '#contract/access.ts';
import type { OrganizationPolicies } from '#contract/calls/policies.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import { ssoNotRequiredMail } from '#server/identity/policies/mail.ts';
import type { DbTransaction, TenantId, UserId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { mailSiteOf, type MailSiteContext } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { displayNameOf, listRecipients } from '#server/platform/mail/recipient.ts';
import { isEnforcing, offersSso } from './enforce-sso.ts';

/** Organization of a change, and the person who makes it; null for the product itself. */
type Change = { context: MailSiteContext; tenant: TenantId; actor: UserId | null };

/**
 * Makes a change in the transaction, under the lock of the organization, and mails its owners if members needed single
 * sign-on before and don't afterwards (R-POL-10): a policy, the connection or the last verified domain may be what went.
 * `change` gets whether single sign-on worked before.
 */
export async function announceEnforcementEnd<T>(
  tx: DbTransaction,
  { context, tenant, actor }: Change,
  change: (offers: boolean) => Promise<T>,
): Promise<T> {
  // Before the lock: Citus runs no function with other rights on locked or changed rows.
  const { offers } = await tx.one(offersSso(tenant));
  await lockTenant(tx, tenant);
  const wasRequired = offers && (await isRequired(tx, tenant));
  const result = await change(offers);
  if (wasRequired && !(await isRequired(tx, tenant)))
    await mailOwners(tx, { context, tenant, actor });
  return result;
}

/** Returns true if the policy requires single sign-on, and a provider and a domain for it exist. */
async function isRequired(tx: DbTransaction, tenant: TenantId) {
  const policy = await tx.first(
    db.selectFrom('tenant_policies').select('sign_in_methods').where('tenant_id', '=', tenant),
  );
  if (!policy || !isEnforcing(toMethods(policy.sign_in_methods))) return false;
  const working = sql<{ works: boolean }>`
    select exists (select from sso_connections where tenant_id = ${tenant}::uuid and stage = 'active')
      and exists (select from verified_domains
        where tenant_id = ${tenant}::uuid and verified_at is not null) as works`;
  return (await tx.one(working)).works;
}

const toMethods = (stored: string[] | null) => ({
  signInMethods: stored as OrganizationPolicies['signInMethods'],
});

async function mailOwners(tx: DbTransaction, { context, tenant: id, actor }: Change) {
  const tenant = await tx.one(db.selectFrom('tenants').selectAll().where('id', '=', id));
  const person =
    actor &&
    (await tx.first(
      db.selectFrom('users').select(['email', 'first_name', 'last_name']).where('id', '=', actor),
    ));
  const sender = { tenant, site: mailSiteOf(context) };
  for (const to of await listRecipients(tx, id, Role.Owner)) {
    await enqueueMail(tx, ssoNotRequiredMail(to, sender, person ? displayNameOf(person) : null));
  }
}
