import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataUrl, drawPicture } from '#server/platform/files/test/pictures.ts';
import { registerOwner, testApplication, type TestMember } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';
import { runExport, runImport, type RunContext, type RunningArchive } from './service/run.ts';
import { archiveAttempts } from './service/start.ts';
import { archiveTasks } from './service/tasks.ts';
import { restoredContentOf, exported } from './test/archives.ts';

const product = await testApplication({ INSTANCES: '1' });
const { owner: store } = product.open;
const { context } = product;
const signal = new AbortController().signal;

class Killed extends Error {}

/** Returns a context that breaks at a step, before or after its effect, and counts the steps. */
const breakingContext = (at: number, isDone: boolean) => {
  let steps = 0;
  const step =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      steps += 1;
      if (steps !== at) return work(...given);
      if (isDone) await work(...given);
      throw new Killed();
    };
  const { database, storage } = context;
  const broken: RunContext = {
    ...context,
    database: {
      ...database,
      tenant: step(database.tenant) as typeof database.tenant,
      tenantRead: step(database.tenantRead) as typeof database.tenantRead,
      tenantWrite: step(database.tenantWrite) as typeof database.tenantWrite,
    },
    storage: Object.assign(Object.create(storage) as typeof storage, {
      put: step(storage.put.bind(storage)),
      moveIn: step(storage.moveIn.bind(storage)),
      getStream: step(storage.getStream.bind(storage)),
    }),
  };
  return { broken, wasKilled: () => steps >= at };
};

/** Adds an export or import without its job. */
const insertArchive = async ({ tenant, user }: TestMember, kind: string, file: string | null) => {
  const { rows } = await store.query<{ id: string }>(
    `insert into organization_archives (tenant_id, kind, created_by, file) values ($1, $2, $3, $4) returning id`,
    [tenant, kind, user.id, file],
  );
  return rows[0]?.id ?? '';
};

const load = async (id: string) => {
  const { rows } = await store.query<RunningArchive & { state: string }>(
    `select tenant_id as tenant, id, created_by as "createdBy", file, stored, failure, state
     from organization_archives where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('No archive');
  return row;
};

/** Repeats a run, which is interrupted one step later each time, until it is not; returns the number of steps. */
const insist = async (id: string, run: typeof runImport) => {
  for (let at = 1; ; at += 1) {
    const row = await load(id);
    if (row.state !== 'running') return at;
    const { broken, wasKilled } = breakingContext(at, at % 2 === 0);
    const result = run(broken, { ...row, signal });
    if (!wasKilled()) await result.catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
    else await expect(result).rejects.toBeInstanceOf(Killed);
  }
};

const fill = (tenant: string, count: number) =>
  store.query(
    `insert into transactions (tenant_id, description, quantity, price, date)
     select $1, 'Order ' || n, n, n, '2026-01-01' from generate_series(1, $2::int) n`,
    [tenant, count],
  );

test('an import that is interrupted at each step stores every transaction once (R-ARC-06)', async () => {
  const [from, into] = [await registerOwner(product), await registerOwner(product)];
  for (const width of [300, 310, 320]) {
    const image = dataUrl(await drawPicture('png', { width, height: 300 }));
    const body = { description: 'Fees', quantity: 1, price: 1, date: '2026-01-01', image };
    await from.api.transactions.create({ body });
  }
  await fill(from.tenant, repetitions(600, 1_600));
  const archive = await exported(from.api);
  const file = `${'a'.repeat(32)}.bin`;
  await context.storage.put(file, archive);
  const steps = await insist(await insertArchive(into, 'import', file), runImport);
  expect(steps).toBeGreaterThan(6);
  expect(await restoredContentOf(await exported(into.api))).toEqual(
    await restoredContentOf(archive),
  );
  expect(await context.storage.exists(file)).toBe(false);
}, 60_000);

test('an import stores transactions once the organization has their currency', async () => {
  const [from, into] = [await registerOwner(product), await registerOwner(product)];
  const setCurrency = ({ tenant }: TestMember, currency: string) =>
    store.query('update tenants set transaction_currency = $2 where id = $1', [tenant, currency]);
  await setCurrency(from, 'eur');
  await setCurrency(into, 'mxn');
  await fill(from.tenant, 2);
  const file = `${'f'.repeat(32)}.bin`;
  await context.storage.put(file, await exported(from.api));
  const id = await insertArchive(into, 'import', file);
  const seen: unknown[] = [];
  const tenant: typeof context.database.tenant = async (of, work) => {
    const result = await context.database.tenant(of, work);
    const { rows } = await store.query(
      `select distinct t.transaction_currency from transactions r join tenants t on t.id = r.tenant_id
       where t.id = $1`,
      [into.tenant],
    );
    seen.push(...rows);
    return result;
  };
  const watched = { ...context, database: { ...context.database, tenant } };
  await runImport(watched, { ...(await load(id)), signal });
  expect(new Set(seen.map((row) => JSON.stringify(row)))).toEqual(
    new Set(['{"transaction_currency":"eur"}']),
  );
});

test('a failed import that is interrupted while it is undone leaves nothing (R-ARC-05, R-ARC-06)', async () => {
  const [from, into] = [await registerOwner(product), await registerOwner(product)];
  await fill(from.tenant, repetitions(600, 1_600));
  await store.query(`update tenants set transaction_currency = 'jpy' where id = $1`, [from.tenant]);
  const archive = await exported(from.api);
  const file = `${'b'.repeat(32)}.bin`;
  // Incomplete, but with what was signed at its beginning.
  await context.storage.put(file, archive.subarray(0, archive.length - 2_000));
  const id = await insertArchive(into, 'import', file);
  await insist(id, runImport);
  expect(await load(id)).toMatchObject({ state: 'failed', failure: 'archive.invalid', file: null });
  expect(await into.api.transactions.getTotals()).toMatchObject({ count: 0 });
  const { currency } = await into.api.tenants.getCurrent();
  expect(currency).toBe(into.user.currentTenant?.currency);
}, 60_000);

test.each([0, 1])(
  'an import without its file ends, %i transactions stored (R-ARC-06)',
  async (stored) => {
    const owner = await registerOwner(product);
    const id = await insertArchive(owner, 'import', `${'c'.repeat(32)}.bin`);
    await store.query('update organization_archives set stored = $2 where id = $1', [id, stored]);
    const job = { signal, attempt: archiveAttempts };
    const run = archiveTasks(store, context)['archives.import'];
    await expect(run({ tenant: owner.tenant, id }, job)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await load(id)).toMatchObject({ state: 'failed', failure: 'internal', file: null });
    await expect(exported(owner.api)).resolves.toBeDefined();
  },
);

test.each(['export', 'import'])(
  'an %s whose process was killed in its last attempt ends as failed within an hour (R-ARC-06)',
  async (kind) => {
    const owner = await registerOwner(product);
    const file = `${kind === 'import' ? 'd'.repeat(32) : 'e'.repeat(32)}.bin`;
    await context.storage.put(file, await exported(owner.api));
    const begin = async () => {
      const id = await insertArchive(owner, kind, kind === 'import' ? file : null);
      const date = `update organization_archives set created_at = now() - interval '2 hours' where id = $1`;
      await store.query(date, [id]);
      return id;
    };
    const expire = () =>
      archiveTasks(store, context)['archives.expire']({}, { signal, attempt: 1 });
    const id = await begin();
    const key = `archive ${id}`;
    const queue = `select app.add_job('archives.none', '{}', job_key => $1, run_at => now() + interval '1 day')`;
    await store.query(queue, [key]);
    await expire();
    expect(await load(id)).toMatchObject({ state: 'running' });
    await store.query(
      'update graphile_worker._private_jobs set attempts = max_attempts where key = $1',
      [key],
    );
    await expire();
    expect(await load(id)).toMatchObject({ state: 'failed', failure: 'internal', file: null });
    await expect(exported(owner.api)).resolves.toBeDefined();
  },
);

test('an export that is interrupted at each step is stored and mailed once (R-ARC-06)', async () => {
  const owner = await registerOwner(product);
  await fill(owner.tenant, 1_100);
  const id = await insertArchive(owner, 'export', null);
  await insist(id, runExport);
  expect(await load(id)).toMatchObject({ state: 'done' });
  const { rowCount } = await store.query(
    `select from emails where recipient = $1 and subject ~* 'export'`,
    [owner.user.email],
  );
  expect(rowCount).toBe(1);
  expect(await readdir(join(context.config.dataDir, 'spool'))).toEqual([]);
}, 60_000);
