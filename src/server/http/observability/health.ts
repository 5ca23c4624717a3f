import type { FastifyInstance } from 'fastify';
import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import type { Shutdown } from '#server/http/shutdown.ts';

type HealthOptions = {
  database: Database;
  shutdown: Shutdown;
  isStorageUp: () => Promise<boolean>;
};

/**
 * Serves liveness and readiness, unlimited: concurrent probes share one query. Without file storage the
 * process stays ready: all processes share the storage, and most calls need no file.
 */
export const serveHealth = (
  app: FastifyInstance,
  { database, shutdown: exit, isStorageUp }: HealthOptions,
) => {
  const probe = { schema: { hide: true }, config: { kind: null } };
  let asked: Promise<void> | undefined;
  app.get('/health/live', probe, async () => ({ status: 'live' }));
  app.get('/health/ready', probe, async () => {
    if (exit.isDraining) throw new Failure('unavailable');
    asked ??= database.system(async () => undefined).finally(() => (asked = undefined));
    await asked;
    return { status: 'ready', storage: (await isStorageUp()) ? 'up' : 'unavailable' };
  });
};
