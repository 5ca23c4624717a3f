import { z } from 'zod';
import { runAsActor } from '#server/platform/database/actor-context.ts';
import { deleteFile } from '#server/platform/files/delete-file.ts';
import type { Job, Task } from '#server/platform/jobs/start-jobs.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { giveUp, runExport, runImport, type RunContext, type RunningArchive } from './run.ts';
import { archiveAttempts } from './start.ts';

/** Schedule of the tasks of this module. */
export const archiveCrons = { 'archives.expire': '11 * * * *' };

const payloads = z.object({ tenant: z.uuid(), id: z.uuid() });

const runningSql = `select tenant_id as tenant, id, created_by as "createdBy", file, stored, failure
  from organization_archives where tenant_id = $1 and id = $2 and state = 'running'`;

const lateSql = `select tenant_id as tenant, id, created_by as "createdBy", file, stored, failure, kind
  from organization_archives where state = 'running' and created_at < now() - interval '1 hour'`;

// Apart from the archives: a cluster has them on other nodes than the jobs.
const workingSql = `select key from graphile_worker.jobs
  where key = any ($1) and (attempts < max_attempts or locked_at is not null)`;

const expiredSql = `select tenant_id as tenant, id, file from organization_archives
  where file is not null and expires_at < now() limit 500`;
const expireSql = `update organization_archives set file = null where tenant_id = $1 and id = $2`;

const purgeSql = `delete from organization_archives where created_at < now() - interval '90 days'
  and state <> 'running'`;

/** Returns the tasks of this module: exports, imports, and the end of their archives (R-ARC-01 to R-ARC-06). */
export function archiveTasks(
  store: OwnerDatabase,
  context: RunContext,
): Record<keyof typeof archiveCrons | 'archives.export' | 'archives.import', Task> {
  const running = async (payload: unknown) => {
    const { tenant, id } = payloads.parse(payload);
    const { rows } = await store.query<RunningArchive>(runningSql, [tenant, id]);
    return rows[0];
  };
  const task =
    (kind: ArchiveKind) =>
    async (payload: unknown, { signal, attempt }: Job) => {
      // Deleted with its organization, or ended by an earlier attempt.
      const archive = await running(payload);
      if (!archive) return;
      const run = { ...archive, signal };
      await runAsActor(actorOf(archive), async () => {
        try {
          await (kind === 'export' ? runExport : runImport)(context, run);
        } catch (error) {
          if (attempt >= archiveAttempts && !signal.aborted)
            await giveUp(context, { ...run, kind });
          throw error;
        }
      });
    };
  return {
    'archives.export': task('export'),
    'archives.import': task('import'),
    'archives.expire': async (_payload, { signal }) => {
      const { rows } = await store.query<{ tenant: string; id: string; file: string }>(
        expiredSql,
        [],
      );
      for (const { tenant, id, file } of rows) {
        signal.throwIfAborted();
        await store.query(expireSql, [tenant, id]);
        await deleteFile(context, file);
      }
      await store.query(purgeSql, []);
      // A process that is killed in the last attempt of a job ends nothing: the job is unlocked later and never runs again.
      const { rows: late } = await store.query<LateArchive>(lateSql, []);
      const keys = late.map(({ id }) => `archive ${id}`);
      const { rows: working } = await store.query<{ key: string }>(workingSql, [keys]);
      const abandoned = late.filter(({ id }) =>
        working.every(({ key }) => key !== `archive ${id}`),
      );
      for (const archive of abandoned) {
        signal.throwIfAborted();
        await runAsActor(actorOf(archive), () => giveUp(context, { ...archive, signal }));
      }
    },
  };
}

type ArchiveKind = 'export' | 'import';
type LateArchive = RunningArchive & { kind: ArchiveKind };

/** Returns the person in whose name an export or import is audited. */
const actorOf = ({ createdBy: user, id: request }: RunningArchive) => ({
  user,
  impersonator: null,
  request,
  network: '',
});
