import { randomBytes } from 'node:crypto';
import { Role } from '#contract/access.ts';
import { archiveDays } from '#contract/archives/archive-days.ts';
import { archiveFailures, type ArchiveFailure } from '#contract/archives/archives.ts';
import { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { archiveMail } from '#server/enterprise/archives/mail.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { deleteFile } from '#server/platform/files/delete-file.ts';
import { mailSiteOf, type MailSiteContext } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { addressColumns, toMailRecipient } from '#server/platform/mail/recipient.ts';
import { exportOrganization, type ArchiveContext } from './export.ts';
import { importOrganization, deleteImported, updateArchive } from './import.ts';

export type RunContext = ArchiveContext & MailSiteContext;

/** Export or import that its job runs. */
export type RunningArchive = {
  tenant: TenantId;
  id: string;
  createdBy: string;
  file: string | null;
  stored: number;
  failure: string | null;
};
type Run = RunningArchive & { signal: AbortSignal };

/**
 * Exports an organization, and emails its owner when the archive is stored. A repetition after an interruption starts
 * again; the file of the first attempt is deleted as unused (R-ARC-01).
 */
export async function runExport(context: RunContext, run: Run): Promise<void> {
  await using packed = await exportOrganization(context, run);
  const { size, sha256, path } = packed.file;
  const { transactions, files } = packed;
  const file = `${randomBytes(16).toString('hex')}.bin`;
  await context.storage.moveIn(file, path);
  const until = new Date(Date.now() + archiveDays * 24 * 60 * 60 * 1_000);
  const isStored = await context.database.tenant(run.tenant, async (tx) => {
    const stored = { state: 'done', file, size, sha256, transactions, files, expires_at: until };
    const changed = await tx.run(updateArchive(run.id).set(stored).where('state', '=', 'running'));
    if (changed === 1) await mailCreator(tx, context, { ...run, until });
    return changed === 1;
  });
  if (!isStored) await deleteFile(context, file);
}

/** Emails the person who started the export while they own the organization, otherwise its owners. */
async function mailCreator(
  tx: DbTransaction,
  context: RunContext,
  { createdBy, until }: Run & { until: Date },
) {
  const owners = await tx.all(
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('users.id')
      .select(addressColumns)
      .where('memberships.tenant_id', '=', scopeTenant)
      .where('memberships.status', '=', MemberStatus.Active)
      .where('memberships.role', '=', Role.Owner)
      .orderBy('memberships.id'),
  );
  const creator = owners.filter(({ id }) => id === createdBy);
  const tenant = await tx.one(db.selectFrom('tenants').selectAll().where('id', '=', scopeTenant));
  const sender = { tenant, site: mailSiteOf(context) };
  for (const owner of creator.length > 0 ? creator : owners) {
    await enqueueMail(tx, archiveMail(toMailRecipient(owner), sender, until));
  }
}

/** Imports an archive, or nothing: what a failed import has stored is deleted again (R-ARC-03, R-ARC-05). */
export async function runImport(context: RunContext, run: Run): Promise<void> {
  const { file } = run;
  // The job was repeated after its end.
  if (file === null) return;
  const job = { ...run, file };
  const reason = run.failure ?? (await refusalOf(() => importOrganization(context, job)));
  if (reason !== null) await undo(context, { ...job, reason });
  await deleteFile(context, file);
}

/** Runs an import; returns why it can't succeed, or null. Other errors are thrown: the job is repeated. */
async function refusalOf(work: () => Promise<void>): Promise<ArchiveFailure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const code = error instanceof Failure ? error.code : '';
    const known = archiveFailures.find((failure) => failure === code);
    if (known) return known;
    throw error;
  }
}

/** Deletes what an import has stored. The reason is recorded before: a repetition continues to delete. */
async function undo(
  context: RunContext,
  { reason, ...job }: Run & { file: string; reason: string },
) {
  const { tenant, id } = job;
  const change = updateArchive(id).returning('stored');
  const [row] = await context.database.tenantWrite(tenant, change.set({ failure: reason }));
  await deleteImported(context, { ...job, stored: row[0]?.stored ?? 0 });
  await context.database.tenantWrite(
    tenant,
    change.set({ state: 'failed', file: null, stored: 0 }),
  );
}

/** Ends an export or import whose job has failed for the last time, also if its file can't be read to undo it. */
export async function giveUp(context: RunContext, run: Run & { kind: 'export' | 'import' }) {
  try {
    if (run.kind === 'import' && run.file !== null)
      await undo(context, { ...run, file: run.file, reason: 'internal' });
  } finally {
    const failed = updateArchive(run.id).set({ state: 'failed', failure: 'internal', file: null });
    await context.database.tenantWrite(run.tenant, failed.returning('id'));
  }
}
