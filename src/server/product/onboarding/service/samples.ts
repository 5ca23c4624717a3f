import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';
import { hasNoComments } from '#server/product/comments/service/commented.ts';
import { sampleTransactions } from '#server/product/onboarding/rules.ts';

/**
 * Adds sample transactions in this language, unless the tenant has some. They count towards no limit, and the audit
 * log has one entry for all of them (R-ONB-05).
 */
export const addSamples = (tenant: TenantScope, locale: Locale): Promise<void> =>
  tenant.run(async (tx) => {
    await lockTenant(tx, tenant.id);
    if (await tx.first(selectSamples.where(hasNoComments).limit(1))) return;
    const rows = sampleTransactions(new Date()).map(({ key, ...row }) => ({
      ...row,
      tenant_id: tenant.id,
      description: translate(locale, `onboarding.sample.${key}.description`),
      category: translate(locale, `onboarding.sample.${key}.category`),
      sample: true,
    }));
    // Sent in one round trip.
    void tx.run(beginSampleData);
    await Promise.all(rows.map((row) => tx.run(db.insertInto('transactions').values(row))));
    const details = { count: rows.length };
    await recordAuditEvent(tx, { action: 'samples.added', tenant: tenant.id, details });
  });

/** Deletes the sample transactions of the tenant; those that a member has changed or commented on stay (R-ONB-06). */
export const removeSamples = (tenant: TenantScope): Promise<void> =>
  tenant.run(async (tx) => {
    // Waits for comments that are being written, so that the deletion sees them.
    await tx.all(selectSamples.orderBy('id').forUpdate());
    void tx.run(beginSampleData);
    const count = await tx.run(
      db
        .deleteFrom('transactions')
        .where('tenant_id', '=', tenant.id)
        .where('sample', '=', true)
        .where(hasNoComments),
    );
    if (count === 0) return;
    const details = { count };
    await recordAuditEvent(tx, { action: 'samples.removed', tenant: tenant.id, details });
  });

const selectSamples = db
  .selectFrom('transactions')
  .select('id')
  .where('tenant_id', '=', scopeTenant)
  .where('sample', '=', true);

/** Leaves sample rows out of the audit log until the transaction ends. */
const beginSampleData = sql`select app.set_local('sample_data', 'on')`;
