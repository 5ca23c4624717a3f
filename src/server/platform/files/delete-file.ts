import type { Database } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import { noBackupRunning } from './cleanup.ts';
import type { Storage } from './storage.ts';

type FileContext = { database: Database; storage: Storage };

/** Deletes an unreferenced file unless a backup runs; the nightly cleanup deletes the rest. */
export async function deleteFile({ database, storage }: FileContext, file: string | null) {
  if (!file) return;
  const asked = database.queryUnscoped(
    sql<{ may: boolean }>`select ${sql.raw(noBackupRunning)} as may`,
  );
  const [answer] = await asked.catch(() => []);
  if (answer?.may) await storage.delete(file).catch(() => undefined);
}
