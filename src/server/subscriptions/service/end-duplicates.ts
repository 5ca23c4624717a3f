import { translate } from '#locales/translate.ts';
import type { TenantId, Transaction } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { layout } from '#server/mail/layout.ts';
import { enqueue } from '#server/mail/outbox.ts';
import type { Books, Standing } from '#server/payments/books.ts';
import { claimTenant, underClaim } from '#server/payments/claim.ts';
import { convergeTenant } from '#server/payments/converge.ts';
import { duplicatesAmong } from '#server/payments/duplicates.ts';
import { settle } from '#server/payments/intents.ts';
import { tellNotices } from '#server/payments/mail.ts';

/**
 * Ends every subscription beyond the one that an organization may have, newest first, and refunds
 * its payments (decision 23, R-SUB-01). Runs while no other billing operation of the organization
 * is open. Refunds before it cancels, so that a crash in between leaves a duplicate that the next
 * run finds. Emails the owners, the admins and the operator.
 */
export async function endDuplicates(house: House, tenantId: TenantId): Promise<void> {
  const { database } = house;
  const claim = await claimTenant(database, { tenantId });
  await underClaim(database, claim, async () => {
    const { customer } = await database.tenant(tenantId, (tx) => payerOf(tx, tenantId));
    const books = customer === null ? null : await house.gateway.readBooks(customer);
    for (const duplicate of books ? duplicatesAmong(books.subscriptions) : []) {
      await endOne(house, { tenantId, duplicate, payments: books?.payments ?? [] });
    }
    await database.system((tx) => settle(tx, claim));
  });
  await convergeTenant(house, tenantId);
}

const payerOf = (tx: Transaction, tenantId: TenantId) =>
  tx.one(db.selectFrom('tenants').select('customer_id as customer').where('id', '=', tenantId));

type Ending = { tenantId: TenantId; duplicate: Standing; payments: Books['payments'] };

async function endOne(house: House, { tenantId, duplicate, payments }: Ending) {
  const { gateway, database } = house;
  const paid = payments.filter(({ subscription }) => subscription === duplicate.id);
  const { latestInvoice } = duplicate;
  const invoices = new Set([
    ...paid.map(({ invoice }) => invoice),
    ...(latestInvoice ? [latestInvoice] : []),
  ]);
  for (const invoice of invoices) await gateway.takeBack(invoice, `duplicate:${invoice}`);
  await gateway.cancelSubscription(duplicate.id);
  await database.tenant(tenantId, (tx) =>
    tell(tx, house, { tenantId, duplicate, invoices: [...invoices], paid }),
  );
}

type Ended = {
  tenantId: TenantId;
  duplicate: Standing;
  invoices: string[];
  paid: Books['payments'];
};

/** Queues the emails, once per duplicate. */
async function tell(tx: Transaction, house: House, { tenantId, duplicate, invoices, paid }: Ended) {
  const tenant = await tx.first(
    db.selectFrom('tenants').selectAll().where('id', '=', tenantId).forNoKeyUpdate(),
  );
  if (!tenant) return;
  const amount = paid.reduce((sum, payment) => sum + payment.amount, 0);
  const currency = paid[0]?.currency ?? tenant.currency ?? 'usd';
  const cause = `duplicate:${duplicate.id}`;
  let isNew = false;
  await tellNotices(tx, { tenant, origin: house.origin() }, (told) => {
    isNew = !told.has(cause);
    const date = duplicate.startedAt;
    return isNew ? [{ kind: 'duplicateEnded', cause, amount, currency, date }] : [];
  });
  if (!isNew) return;
  // Refunded payments must cause no email about a received payment.
  const causes = invoices.map((invoice) => ({ tenant_id: tenantId, cause: `paid:${invoice}` }));
  if (causes.length > 0) {
    await tx.run(
      db
        .insertInto('billing_notices')
        .values(causes)
        .onConflict((on) => on.doNothing()),
    );
  }
  await enqueue(tx, reportMail(house, { organization: tenant.name, subscription: duplicate.id }));
}

/** Renders the operator's email about the repair, in English. */
function reportMail(
  { config, origin }: House,
  values: { organization: string; subscription: string },
) {
  const locale = 'en-US';
  const say = (part: 'subject' | 'text' | 'action') =>
    translate(locale, `mail.billing.duplicateReport.${part}`, values);
  const bodies = layout({
    locale,
    title: say('subject'),
    paragraphs: [say('text')],
    action: { label: say('action'), url: new URL('/admin/events', origin()).href },
    note: '',
  });
  return { to: config.operator.email, subject: say('subject'), locale, ...bodies } as const;
}
