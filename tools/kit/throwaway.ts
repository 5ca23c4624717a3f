import { startEmbedded } from '#server/database/lifecycle/embedded.ts';
import { temporaryFolder } from './servers.ts';

/** Starts a PostgreSQL that skips fsync, for tests and tools; stopped and removed with the stack. */
export async function startThrowaway(stack: AsyncDisposableStack): Promise<{ ownerUrl: string }> {
  const embedded = await startEmbedded({
    dataDir: temporaryFolder(stack, 'throw-away'),
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      // Test files start several products each, two files at a time.
      max_connections: '400',
    },
  });
  stack.defer(embedded.stop);
  return embedded;
}
