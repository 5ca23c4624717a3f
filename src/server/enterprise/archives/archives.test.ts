import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync, gunzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { entities } from '#contract/entities/index.ts';
import { setPlanLimit } from '#server/billing/usage/test/limits.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { dataUrl, drawPicture } from '#server/platform/files/test/pictures.ts';
import { registerOwner, testApplication, type TestMember } from '#server/test/application.ts';
import { runExport } from './service/run.ts';
import { archiveEnded, restoredContentOf, entriesOf, exported, imported } from './test/archives.ts';

const product = await testApplication();
const { owner: store } = product.open;
const body = {
  description: 'Fees',
  quantity: 2,
  price: 2.55,
  date: '2026-03-01',
  category: 'Costs',
};
const fill = (tenant: string, count: number) =>
  store.query(
    `insert into transactions (tenant_id, description, quantity, price, date, category, created_at)
     select $1, 'Order ' || n, n % 100 - 50, n, date '2026-01-01' + n % 365, nullif('Casa', left('Casa', n % 5)),
       now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [tenant, count],
  );

describe('The export of an organization (R-ARC-01)', () => {
  test('is mailed to the owners if the one who started it has left', async () => {
    const { id: tenant, owner, add } = await createTestOrganization(product);
    const leaving = await add(Role.Owner);
    const { rows } = await store.query<{ id: string }>(
      `insert into organization_archives (tenant_id, kind, created_by) values ($1, 'export', $2) returning id`,
      [tenant, leaving.id],
    );
    await leaving.api.members.remove({ params: { id: leaving.member } });
    await runExport(product.context, {
      tenant: trusted.tenantId(tenant),
      id: rows[0]?.id ?? '',
      createdBy: leaving.id,
      file: null,
      stored: 0,
      failure: null,
      signal: AbortSignal.timeout(60_000),
    });
    const mailed = await store.query<{ recipient: string }>(
      'select recipient from emails where recipient = any ($1)',
      [[owner.email, leaving.email]],
    );
    expect(mailed.rows).toEqual([{ recipient: owner.email }]);
  });

  test('has its data as JSON Lines and CSV with the pictures, and is mailed as a link', async () => {
    const owner = await registerOwner(product);
    const image = dataUrl(await drawPicture('png'));
    const one = await owner.api.transactions.create({ body: { ...body, image } });
    await owner.api.transactions.create({ body: { ...body, description: '=SUM(A1)' } });
    const entries = await entriesOf(await exported(owner.api));
    const lists = ['audit-log', 'chat-messages', 'comments', 'members'];
    const records = Object.values(entities).map(({ table }) => table.replaceAll('_', '-'));
    expect(new Set(entries.keys())).toEqual(
      new Set([
        ...[...lists, ...records].flatMap((list) => [`${list}.csv`, `${list}.jsonl`]),
        expect.stringMatching(/^files\/[0-9a-f]{64}\.webp$/),
        'manifest.json',
        'organization.json',
      ]),
    );
    const [first = '', second = ''] = (entries.get('transactions.jsonl') ?? '').split('\n');
    expect(JSON.parse(first)).toMatchObject({
      id: one.id,
      description: 'Fees',
      price: 255,
      image: expect.stringMatching(/^files\//),
    });
    expect(JSON.parse(second)).toMatchObject({ description: '=SUM(A1)', image: null });
    expect(entries.get('transactions.csv')).toContain("'=SUM(A1)");
    expect(entries.get('members.jsonl')).toContain(owner.user.email);
    expect(entries.get('audit-log.jsonl')).toContain('transaction.created');
    const mails = await store.query<{ subject: string; locale: string }>(
      `select subject, locale from emails where recipient = $1 order by created_at desc limit 1`,
      [owner.user.email],
    );
    expect(mails.rows[0]?.subject).toMatch(/exportação|export/);
    expect(await archiveEnded(owner.api)).toMatchObject({
      kind: 'export',
      state: 'done',
      transactions: 2,
      files: 1,
      availableUntil: expect.any(String),
    });
  });

  test('is for owners in person, one at a time, and in no other organization (R-ARC-02)', async () => {
    const { owner, add } = await createTestOrganization(product);
    const admin = await add(Role.Admin);
    await expect(admin.api.archives.getAll()).rejects.toMatchObject({ status: 403 });
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => owner.api.archives.create()));
    const refused = results.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as object] : [],
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'archive.running' });
    const { id } = await archiveEnded(owner.api);
    const stranger = await registerOwner(product);
    for (const call of ['download', 'remove'] as const) {
      await expect(stranger.api.archives[call]({ params: { id } })).rejects.toMatchObject({
        code: 'notFound',
      });
    }
    await owner.api.archives.remove({ params: { id } });
    const left = (await owner.api.archives.getAll()).map((archive) => archive.id);
    expect(left).not.toContain(id);
  });

  test('expires: its file is deleted, and it is no longer downloaded (R-ARC-02)', async () => {
    const { api, tenant } = await registerOwner(product);
    await exported(api);
    const { id } = await archiveEnded(api);
    await store.query(`update organization_archives set expires_at = now() where tenant_id = $1`, [
      tenant,
    ]);
    await expect(api.archives.download({ params: { id } })).rejects.toMatchObject({
      code: 'notFound',
    });
    await store.query(`select app.add_job('archives.expire', '{}')`);
    const file = 'select file from organization_archives where tenant_id = $1';
    await expect
      .poll(async () => (await store.query(file, [tenant])).rows)
      .toEqual([{ file: null }]);
    expect(await archiveEnded(api)).toMatchObject({ state: 'done', availableUntil: null });
  });
});

describe('The import of an archive (R-ARC-03)', () => {
  test('restores equal transactions, pictures and look in another organization', async () => {
    const [from, into] = [await registerOwner(product), await registerOwner(product)];
    const image = dataUrl(await drawPicture('png'));
    await from.api.transactions.create({ body: { ...body, image } });
    await fill(from.tenant, 1_010);
    await store.query(`update tenants set app_color = 'rose' where id = $1`, [from.tenant]);
    const archive = await exported(from.api);
    expect(await imported(into.api, archive)).toMatchObject({
      kind: 'import',
      state: 'done',
      transactions: 1_011,
      files: 1,
    });
    expect(await restoredContentOf(await exported(into.api))).toEqual(
      await restoredContentOf(archive),
    );
    const look = await store.query('select app_color from tenants where id = $1', [into.tenant]);
    expect(look.rows).toEqual([{ app_color: 'rose' }]);
    const query = { search: 'fees' };
    const [restored] = (await into.api.transactions.getAll({ query })).items;
    const picture = await product.app.inject({ url: restored?.image ?? '' });
    expect(picture.statusCode).toBe(200);
    const { items } = await into.api.audit.getAll({ query: { action: 'archive' } });
    expect(items.at(-1)).toMatchObject({ action: 'archive.created', actor: { id: into.user.id } });
  });

  test('is refused into an organization with transactions', async () => {
    const { api } = await registerOwner(product);
    const archive = await exported(api);
    await api.transactions.create({ body });
    await expect(imported(api, archive)).rejects.toMatchObject({ code: 'archive.notEmpty' });
  });

  test('imports nothing beyond a limit of the plan (R-ARC-05)', async () => {
    const [from, into] = [
      await registerOwner(product),
      await registerOwner(product, { plan: 'Unlimited' }),
    ];
    await fill(from.tenant, 510);
    const archive = await exported(from.api);
    await setPlanLimit(product, into.tenant, { max_transactions: 505 });
    expect(await imported(into.api, archive)).toMatchObject({
      state: 'failed',
      failure: 'usage.transactions',
    });
    expect(await into.api.transactions.getTotals()).toMatchObject({ count: 0 });
    await setPlanLimit(product, into.tenant, { max_transactions: 0 });
    expect(await imported(into.api, archive)).toMatchObject({ state: 'done' });
  });

  test('refuses what this installation has not exported (R-ARC-04)', async () => {
    const { api } = await registerOwner(product);
    const archive = await exported(api);
    const manifest = (await entriesOf(archive)).get('manifest.json') ?? '';
    const bare = pack();
    bare.entry(
      { name: 'manifest.json' },
      manifest.replace('"transactions": 0', '"transactions": 1'),
    );
    bare.finalize();
    const forged = gzipSync(await buffer(bare));
    for (const file of [
      Buffer.from('no archive'),
      gzipSync('no archive'),
      gzipSync(randomBytes(2_000)),
      archive.subarray(0, 100),
      forged,
    ]) {
      await expect(imported(api, file)).rejects.toMatchObject({ code: 'archive.invalid' });
    }
    expect(await api.archives.getAll()).toHaveLength(1);
  });

  test('refuses an archive that unpacks to more than its manifest describes (R-ARC-04)', async () => {
    const { api } = await registerOwner(product);
    const archive = gunzipSync(await exported(api));
    const zeros = Buffer.alloc(40 * 1024 * 1024);
    // Readers of tar skip blocks of zeros.
    for (const parts of [
      [zeros, archive],
      [archive, zeros],
    ]) {
      const upload = imported(api, gzipSync(Buffer.concat(parts)));
      await expect(upload).rejects.toMatchObject({ code: 'archive.invalid' });
    }
  });

  test('refuses an archive that was changed behind its manifest (R-ARC-04)', async () => {
    const [from, into] = [await registerOwner(product), await registerOwner(product)];
    await fill(from.tenant, 510);
    const tar = gunzipSync(await exported(from.api));
    tar.write('Other', tar.indexOf('Order 505"'));
    await expect(imported(into.api, gzipSync(tar))).rejects.toMatchObject({
      code: 'archive.invalid',
    });
    expect(await into.api.transactions.getTotals()).toMatchObject({ count: 0 });
    expect(await into.api.archives.getAll()).toEqual([]);
  });
});

test('Exports of many organizations leave the worker places for emails (R-SEC-15)', async () => {
  const owners: TestMember[] = [];
  while (owners.length < 8) owners.push(await registerOwner(product));
  // Exports wait for the lock, for two seconds at most.
  const blocking = await store.connect();
  onTestFinished(async () => {
    await blocking.query('rollback');
    blocking.release();
  });
  await blocking.query('begin; lock table chat_messages in access exclusive mode');
  for (const { api } of owners) await api.archives.create();
  const running = `select from graphile_worker.jobs
    where locked_at is not null and task_identifier = 'archives.export'`;
  const { email } = await createTestUser(product);
  const write = `select app.enqueue_email($1, 'Hello', 'Hello', 'Hello', 'en-US', null)`;
  await store.query(write, [email]);
  const sent = 'select from emails where recipient = $1 and sent_at is not null';
  let most = 0;
  await expect
    .poll(async () => {
      most = Math.max(most, (await store.query(running)).rowCount ?? 0);
      return (await store.query(sent, [email])).rowCount;
    })
    .toBe(1);
  expect(most).toBeLessThanOrEqual(2);
});
