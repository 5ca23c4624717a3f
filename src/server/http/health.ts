import type { FastifyInstance } from 'fastify';
import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import type { Leave } from './leave.ts';

type Checked = {
  database: Database;
  exit: Leave;
  isStorageUp: () => Promise<boolean>;
};

/**
 * Serves liveness and readiness. Probes are not limited: concurrent ones share one database query.
 * Unavailable file storage is reported, but the process stays ready: all processes share the storage,
 * and most calls need no file.
 */
export const serveHealth = (app: FastifyInstance, { database, exit, isStorageUp }: Checked) => {
  const probe = { schema: { hide: true }, config: { kind: null } };
  let asked: Promise<void> | undefined;
  app.get('/health/live', probe, async () => ({ status: 'live' }));
  app.get('/health/ready', probe, async () => {
    if (exit.isLeaving) throw new Failure('unavailable');
    asked ??= database.system(async () => undefined).finally(() => (asked = undefined));
    await asked;
    return { status: 'ready', storage: (await isStorageUp()) ? 'up' : 'unavailable' };
  });
};
