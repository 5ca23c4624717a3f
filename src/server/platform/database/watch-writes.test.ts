import { expect, test } from 'vitest';
import { createHttp } from '#server/platform/http/http.ts';
import { holdReadiness, serveHealth } from '#server/platform/http/observability/health.ts';
import { prepareShutdown } from '#server/platform/http/shutdown.ts';
import { testApplication } from '#server/test/application.ts';
import { startWriteChecks } from './test/write-checks.ts';

/** Checks that a database that accepts no writes is not ready (R-OPR-17); `full-disk.test.ts` fills the disk. */
const product = await testApplication({ INSTANCES: '1' });
const { database } = product.context;
const { owner } = product.open;

test('readiness fails while the database refuses writes, and passes afterwards (R-OPR-17)', async () => {
  using checks = startWriteChecks({ database, owner });
  const app = createHttp({ logLevel: 'silent' });
  serveHealth(app, {
    database,
    shutdown: prepareShutdown(app, { onClosed: () => undefined }),
    isStorageUp: async () => true,
    writeFailure: checks.failure,
  });
  const ready = async () => (await app.inject('/health/ready')).statusCode;
  expect([await checks.checked(), await ready()]).toEqual([null, 200]);
  await owner.query(`
    create function app.read_only() returns trigger language plpgsql as
      $$ begin raise 'cannot execute INSERT in a read-only transaction' using errcode = '25006'; end $$;
    create trigger a_read_only before insert on app.rate_limits execute function app.read_only()`);
  expect(await checks.checked()).toMatchObject({ code: '25006' });
  expect(await ready()).toBe(503);
  await owner.query('drop function app.read_only cascade');
  expect([await checks.checked(), await ready()]).toEqual([null, 200]);
});

test('readiness fails until the start is over (R-OPR-22)', async () => {
  const app = createHttp({ logLevel: 'silent' });
  serveHealth(app, {
    database,
    shutdown: prepareShutdown(app, { onClosed: () => undefined }),
    isStorageUp: async () => true,
    writeFailure: () => null,
  });
  const becomeReady = holdReadiness(app);
  const status = async (path: string) => (await app.inject(path)).statusCode;
  expect([await status('/health/live'), await status('/health/ready')]).toEqual([200, 503]);
  becomeReady();
  expect(await status('/health/ready')).toBe(200);
});

test('the last result of the checks is a metric (R-OPR-17)', async () => {
  const { body } = await product.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toMatch(/^pregao_database_writable 1$/m);
});
