import { Role } from '#contract/access.ts';
import { domainFailingMail, domainLapsedMail } from '#server/identity/domains/mail.ts';
import { lapsesAt, verificationRecord } from '#server/identity/domains/rules.ts';
import { announceEnforcementEnd } from '#server/identity/policies/service/enforcement-end.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { listRecipients } from '#server/platform/mail/recipient.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { releaseDomain } from './reserve.ts';

type CheckContext = Pick<AppContext, 'database' | 'config' | 'origin' | 'linkKey' | 'lookupTxt'>;

/** Schedule of the tasks of this module. */
export const domainCrons = { 'domains.check': '23 * * * *' };

type DueDomain = { tenant_id: TenantId; id: string; domain: string; token: string };

/** Domains whose last check is a day ago. Distributed over the day, a restart delays none for long. */
const dueDomainsSql = `select tenant_id, id, domain, token from verified_domains
  where verified_at is not null and checked_at < now() - interval '23 hours'
  order by checked_at limit 500`;

/** Returns the task that checks verified domains every day (R-DOM-04). */
export const domainTasks = (
  store: OwnerDatabase,
  context: CheckContext,
): Record<keyof typeof domainCrons, Task> => ({
  'domains.check': async (_payload, { signal }) => {
    const { rows } = await store.query<DueDomain>(dueDomainsSql, []);
    for (const row of rows) {
      signal.throwIfAborted();
      await checkDomain(context, row);
    }
  },
});

/** Looks up the record of one domain. Without an answer of the name servers nothing changes. */
async function checkDomain(context: CheckContext, due: DueDomain) {
  const { name, value } = verificationRecord(due);
  const records = await context.lookupTxt(name).catch(() => null);
  if (records === null) return;
  const change = { context, tenant: due.tenant_id, actor: null };
  await context.database.tenant(due.tenant_id, (tx) =>
    announceEnforcementEnd(tx, change, () =>
      recordCheck(tx, context, { due, isFound: records.includes(value) }),
    ),
  );
}

async function recordCheck(
  tx: DbTransaction,
  context: CheckContext,
  { due, isFound }: { due: DueDomain; isFound: boolean },
) {
  const known = await tx.first(
    db
      .selectFrom('verified_domains')
      .select('failing_since')
      .where('tenant_id', '=', due.tenant_id)
      .where('id', '=', due.id)
      .where('verified_at', 'is not', null)
      .forUpdate(),
  );
  if (!known) return;
  const row = await tx.one(
    db
      .updateTable('verified_domains')
      .set({
        checked_at: sql<Date>`now()`,
        failing_since: isFound ? null : (known.failing_since ?? sql<Date>`now()`),
      })
      .where('tenant_id', '=', due.tenant_id)
      .where('id', '=', due.id)
      .returning(['failing_since', 'checked_at']),
  );
  if (row.failing_since && row.checked_at) {
    await handleMissingRecord(tx, context, { ...due, ...row, failing_since: row.failing_since });
  }
}

type MissingRecord = DueDomain & { failing_since: Date; checked_at: Date | null };

/** Warns the owners once that a record is missing, and ends the verification after the grace time. */
async function handleMissingRecord(
  tx: DbTransaction,
  context: CheckContext,
  { tenant_id, id, domain, failing_since, checked_at }: MissingRecord,
) {
  const ends = lapsesAt(failing_since);
  const hasLapsed = checked_at !== null && checked_at >= ends;
  if (hasLapsed) {
    await tx.run(
      db
        .updateTable('verified_domains')
        .set({ verified_at: null, failing_since: null })
        .where('tenant_id', '=', tenant_id)
        .where('id', '=', id),
    );
    await releaseDomain(tx, tenant_id, domain);
  }
  const tenant = await tx.one(db.selectFrom('tenants').selectAll().where('id', '=', tenant_id));
  const sender = { tenant, site: mailSiteOf(context) };
  const isKnown = checked_at?.getTime() !== failing_since.getTime();
  if (isKnown && !hasLapsed) return;
  for (const to of await listRecipients(tx, tenant_id, Role.Owner)) {
    const mail = hasLapsed
      ? domainLapsedMail(to, sender, domain)
      : domainFailingMail(to, sender, { domain, lapsesAt: ends });
    await enqueueMail(tx, mail);
  }
}
