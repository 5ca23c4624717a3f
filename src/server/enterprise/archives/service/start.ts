import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Failure } from '#contract/errors.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { deleteFile } from '#server/platform/files/delete-file.ts';
import { spoolUpload } from '#server/platform/files/spool.ts';
import type { Member, TenantScope } from '#server/platform/http/contract/guard.ts';
import { addJob } from '#server/platform/jobs/add-job.ts';
import { toArchive } from './archives.ts';
import { selectAnyTransaction } from './import.ts';
import { skipEntry, unpackArchive } from './pack.ts';

/** Attempts of a job, over about a day. */
export const archiveAttempts = 12;

type Start = { kind: 'export' | 'import'; created_by: string } & Partial<StoredFile>;
type StoredFile = { file: string; size: number; sha256: string };

/** Adds an export or import and its job; throws `archive.running` while another one runs. */
async function start(tx: DbTransaction, tenant: TenantScope, values: Start) {
  const running = db
    .selectFrom('organization_archives')
    .select('id')
    .where('tenant_id', '=', scopeTenant)
    .where('state', '=', 'running');
  if (await tx.first(running)) throw new Failure('archive.running');
  const row = await tx.one(
    db
      .insertInto('organization_archives')
      .values({ tenant_id: scopeTenant, ...values })
      .returningAll(),
  );
  await addJob(tx, {
    name: `archives.${values.kind}`,
    payload: { tenant: tenant.id, id: row.id },
    jobKey: `archive ${row.id}`,
    maxAttempts: archiveAttempts,
  });
  return toArchive(row);
}

/** Starts the export of the organization (R-ARC-01). */
export const startExport = (tenant: TenantScope, session: Member['session']) =>
  tenant.run(async (tx) => {
    await lockTenant(tx, tenant.id);
    return start(tx, tenant, { kind: 'export', created_by: session.user });
  });

/**
 * Stores an archive and starts its import. Throws `archive.invalid` unless this installation has made all of it, and
 * `archive.notEmpty` if the organization has transactions (R-ARC-03, R-ARC-04).
 */
export async function startImport(
  context: AppContext,
  { tenant, session }: Pick<Member, 'tenant' | 'session'>,
  content: AsyncIterable<Uint8Array>,
) {
  const { config, storage, linkKey } = context;
  await using spooled = await spoolUpload(content, {
    dataDir: config.dataDir,
    limit: config.uploadLimit,
  });
  // All of it, so that the job parses nothing that a stranger wrote.
  await unpackArchive(createReadStream(spooled.path), linkKey, skipEntry);
  const file = `${randomBytes(16).toString('hex')}.bin`;
  const { size, sha256 } = spooled;
  await storage.moveIn(file, spooled.path);
  try {
    return await tenant.run(async (tx) => {
      await lockTenant(tx, tenant.id);
      if (await tx.first(selectAnyTransaction)) throw new Failure('archive.notEmpty');
      const started = { kind: 'import', created_by: session.user } as const;
      return start(tx, tenant, { ...started, file, size, sha256 });
    });
  } catch (error) {
    if (error instanceof Failure) await deleteFile(context, file);
    throw error;
  }
}
