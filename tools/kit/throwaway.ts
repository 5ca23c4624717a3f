import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded, type EmbeddedPostgres } from '#server/database/lifecycle/embedded.ts';

/** Starts a PostgreSQL that skips fsync and removes its directory at the end; for tests and tools. */
export async function startThrowaway(): Promise<EmbeddedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'pregao-throw-away-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const embedded = await startEmbedded({
      dataDir: folder,
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        synchronous_commit: 'off',
        // Test files start several products each, two files at a time.
        max_connections: '400',
      },
    });
    const stop = async (): Promise<void> => {
      await embedded.stop();
      remove();
    };
    return { ...embedded, stop };
  } catch (error) {
    remove();
    throw error;
  }
}
