import type { FastifyInstance } from 'fastify';
import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Shutdown } from '#server/platform/http/shutdown.ts';

const readinessPath = '/health/ready';

type HealthOptions = {
  database: Database;
  shutdown: Shutdown;
  isStorageUp: () => Promise<boolean>;
  /** Returns what keeps the database from writing, as of its last check; null if nothing does. */
  writeFailure: () => unknown;
};

/**
 * Keeps readiness failing until the returned function is called (R-OPR-22): a server listens before its start is over,
 * and load balancers must not replace another one by it. Call it before the server listens.
 */
export function holdReadiness(app: FastifyInstance): () => void {
  let isHeld = true;
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (isHeld && routeOptions.url === readinessPath) throw new Failure('unavailable');
  });
  return () => void (isHeld = false);
}

/**
 * Serves liveness and readiness, unlimited: concurrent probes share one query. Without file storage the
 * process stays ready: all processes share the storage, and most calls need no file.
 */
export function serveHealth(
  app: FastifyInstance,
  { database, shutdown: exit, isStorageUp, writeFailure }: HealthOptions,
) {
  const probe = { schema: { hide: true }, config: { kind: null } };
  let asked: Promise<void> | undefined;
  app.get('/health/live', probe, async () => ({ status: 'live' }));
  app.get(readinessPath, probe, async () => {
    const cause = writeFailure();
    if (exit.isDraining || cause !== null) throw new Failure('unavailable', { cause });
    asked ??= database.system(async () => undefined).finally(() => (asked = undefined));
    await asked;
    return { status: 'ready', storage: (await isStorageUp()) ? 'up' : 'unavailable' };
  });
}
