import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { setPlanLimit } from '#server/billing/usage/test/limits.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { firstUuidAt, nilUuid } from '#server/platform/database/isolation/ids.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { testApplication } from '#server/test/application.ts';
import { addDigests, auditTasks } from './service/tasks.ts';
import { verifyLogs } from './service/verify.ts';

const product = await testApplication();
const { owner: store } = product.open;
const folder = await mkdtemp(join(tmpdir(), 'pregao-digests-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const day = 86_400_000;
const body = { description: 'PETR4', quantity: 1, price: 2.5, date: '2026-03-01' };

/** Adds digests of everything up to now. */
const cover = (database: OwnerDatabase = store) => addDigests(database, new Date(Date.now() + 1));

const problemsOf = async (tenant: string) =>
  (await verifyLogs(store)).problems.flatMap((problem) =>
    problem.startsWith(tenant) ? [problem.slice(tenant.length + 2)] : [],
  );

const digestsOf = async (tenant: string) =>
  (
    await store.query<{ number: number; entries: number; expired: boolean }>(
      `select number, entries, expired_at is not null as expired from audit_digests
         where tenant_id = $1 order by number`,
      [tenant],
    )
  ).rows;

const entriesOf = async (tenant: string) =>
  (
    await store.query<{ id: string }>('select id from audit_log where tenant_id = $1 order by id', [
      tenant,
    ])
  ).rows.map(({ id }) => id);

/** Changes the log with the rights of the database's owner, who can replace the function of its trigger. */
const forge = async (sql: string, values: unknown[]) => {
  const { rows } = await store.query<{ definition: string }>(
    `select pg_get_functiondef('app.refuse_change'::regproc) as definition`,
  );
  await store.query(`create or replace function app.refuse_change() returns trigger
    language plpgsql as $$ begin return coalesce(new, old); end $$`);
  try {
    await store.query(sql, values);
  } finally {
    await store.query(rows[0]?.definition ?? '');
  }
};

/** Adds an entry with the id and the time of an instant. */
const insertEntry = async (tenant: string, at: Date) => {
  const id = firstUuidAt(at.toISOString()).replace('-0000-000000000000', '-8000-000000000001');
  await store.query(
    `insert into audit_log (tenant_id, id, at, action) values ($1, $2, $3, 'transaction.created')`,
    [tenant, id, at],
  );
  return id;
};

/** Creates an organization with three transactions in its log, and digests of it. */
const createCovered = async () => {
  const organization = await createTestOrganization(product);
  const { transactions } = organization.owner.api;
  for (const _ of [1, 2, 3]) await transactions.create({ body });
  await cover();
  return { ...organization, create: () => transactions.create({ body }) };
};

describe('The digests of the log (R-SEC-20)', () => {
  test('cover every entry once, each log on its own', async () => {
    const { id, create } = await createCovered();
    const before = (await entriesOf(id)).length;
    expect(await digestsOf(id)).toEqual([{ number: 1, entries: before, expired: false }]);
    await cover();
    expect(await digestsOf(id)).toHaveLength(1);
    await create();
    await cover();
    expect(await digestsOf(id)).toEqual([
      { number: 1, entries: before, expired: false },
      { number: 2, entries: 1, expired: false },
    ]);
    expect(await problemsOf(id)).toEqual([]);
    expect(await problemsOf(nilUuid)).toEqual([]);
  });

  test('leave out entries whose transaction may not have committed yet', async () => {
    const { id, create } = await createCovered();
    await create();
    const { 'audit.digest': digest } = auditTasks(store);
    await digest({}, { signal: AbortSignal.timeout(30_000) } as never);
    expect(await digestsOf(id)).toHaveLength(1);
    expect(await problemsOf(id)).toEqual([]);
  });

  test.each([
    [
      'changed',
      `update audit_log set action = 'transaction.removed' where tenant_id = $1 and id = $2`,
      /^digest 1 does not match its (\d+) entries; there are \1$/,
    ],
    [
      'removed',
      'delete from audit_log where tenant_id = $1 and id = $2',
      /^digest 1 does not match its \d+ entries/,
    ],
  ])('reveal an entry that was %s', async (_, sql, problem) => {
    const { id } = await createCovered();
    const [entry] = await entriesOf(id);
    await forge(sql, [id, entry]);
    expect(await problemsOf(id)).toEqual([expect.stringMatching(problem)]);
  });

  test('reveal entries that were inserted, into a digest and after the last one', async () => {
    const { id } = await createCovered();
    const other = await createTestOrganization(product);
    await insertEntry(id, new Date(Date.now() - day));
    expect(await problemsOf(id)).toEqual([expect.stringMatching(/^digest 1 does not match/)]);
    await cover();
    const late = await createCovered();
    await insertEntry(other.id, new Date(Date.now() - 1));
    await late.create();
    await store.query('delete from audit_digests where tenant_id = $1', [other.id]);
    expect(await problemsOf(other.id)).toEqual([
      expect.stringMatching(/^\d+ entries after digest 0 were not there/),
    ]);
  });

  test('reveal a digest that was removed', async () => {
    const { id, create } = await createCovered();
    await create();
    await cover();
    await store.query('delete from audit_digests where tenant_id = $1 and number = 1', [id]);
    expect(await problemsOf(id)).toContain('digest 1 is missing');
  });

  test('cover every entry once when two processes add them at the same time', async () => {
    const { id, create } = await createCovered();
    for (let run = 0; run < 5; run += 1) {
      await create();
      // One of them may stop at the digest that the other has added.
      await Promise.allSettled([cover(), cover()]);
    }
    await cover();
    const covered = (await digestsOf(id)).reduce((sum, { entries }) => sum + entries, 0);
    expect(covered).toBe((await entriesOf(id)).length);
    expect(await problemsOf(id)).toEqual([]);
  });

  test('are completed by the run after one that stopped at any step', async () => {
    const organizations = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    for (const { owner } of organizations) await owner.api.transactions.create({ body });
    let left = 1;
    const stopping: OwnerDatabase = {
      query: (text, values) => {
        if (text.startsWith('insert') && left-- === 0) throw new Error('stopped');
        return store.query(text, values);
      },
    };
    await expect(cover(stopping)).rejects.toThrow('stopped');
    await organizations[0]?.owner.api.transactions.create({ body });
    await cover();
    for (const { id } of organizations) {
      const covered = (await digestsOf(id)).reduce((sum, { entries }) => sum + entries, 0);
      expect(covered).toBe((await entriesOf(id)).length);
      expect(await problemsOf(id)).toEqual([]);
    }
  });
});

describe('npm run verify-audit-log (R-SEC-20)', () => {
  const main = fileURLToPath(new URL('../../../backup/verify-audit-log.ts', import.meta.url));
  const run = async (...options: string[]) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: product.open.ownerUrl,
      DATA_DIR: folder,
    };
    const ran = promisify(execFile)(process.execPath, [main, ...options], { env });
    return ran.then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  };

  test('finds a log that was replaced as a whole, with its digests, by comparing those kept elsewhere', async () => {
    const { id } = await createCovered();
    const heads = join(folder, 'heads.json');
    await run('--save', heads);
    const [entry] = await entriesOf(id);
    await forge('delete from audit_log where tenant_id = $1 and id = $2', [id, entry]);
    const alone = await run();
    expect(alone.code).toBe(1);
    expect(alone.stderr).toContain(`${id}: digest 1 does not match`);
    // With the rights of the owner the digests can be computed again.
    await store.query('delete from audit_digests', []);
    await cover();
    expect(await problemsOf(id)).toEqual([]);
    const compared = await run('--compare', heads);
    expect(compared.code).toBe(1);
    expect(compared.stderr).toContain(`${id}: digest 1 differs from the one that was kept`);
  });
});

describe('The retention of a plan (R-SEC-21)', () => {
  const expire = () =>
    auditTasks(store)['audit.expire']({}, { signal: AbortSignal.timeout(30_000) } as never);
  const daysAgo = (days: number) => new Date(Date.now() - days * day);

  beforeEach(() => store.query('delete from audit_digests', []));

  test('removes older entries by their digests, which can still be verified', async () => {
    const [limited, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    await setPlanLimit(product, limited.id, { audit_days: 30 });
    for (const { id } of [limited, other]) {
      for (const days of [90, 40, 20]) await insertEntry(id, daysAgo(days));
    }
    const before = await entriesOf(limited.id);
    // Without digests nothing is removed.
    await expire();
    expect(await entriesOf(limited.id)).toEqual(before);
    await cover();
    await expire();
    expect(await entriesOf(limited.id)).toEqual(before.slice(2));
    expect(await entriesOf(other.id)).toHaveLength(before.length);
    expect((await digestsOf(limited.id)).map(({ expired }) => expired).slice(0, 3)).toEqual([
      true,
      true,
      false,
    ]);
    expect((await digestsOf(other.id)).some(({ expired }) => expired)).toBe(false);
    expect(await problemsOf(limited.id)).toEqual([]);
    await expire();
    expect(await entriesOf(limited.id)).toEqual(before.slice(2));
  });

  test('allows no removal of other entries', async () => {
    const { id } = await createCovered();
    const removal = store.query('delete from audit_log where tenant_id = $1', [id]);
    await expect(removal).rejects.toThrow('The audit log is only added to');
  });
});
