import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import type { Transaction } from '#contract/transactions.ts';
import { startS3 } from '#server/platform/files/test/s3.ts';
import {
  testArchive,
  toBlob,
  createTestResource,
} from '#server/product/resources/test/resources.ts';
import {
  toTestMember,
  memberPassword,
  registerOwner,
  signInOperator,
  testApplication,
  type TestApplication,
} from '#server/test/application.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';
import { backUp } from './back-up.ts';
import { inspectBackup, restore } from './restore.ts';
import { openSnapshot } from './snapshot.ts';
import { fillUp, sweepFiles, tornIn } from './test/contents.ts';
import { emptyDatabase, reopen, runCommand } from './test/database.ts';
import { startLoad, type Acknowledged } from './test/load.ts';

/**
 * Takes a backup while the product is written to and restores it into an empty place: everything
 * confirmed before the backup began is there byte for byte, and nothing is incomplete (R-REL-05).
 */
const product = await testApplication();
const operator = await signInOperator(product);
const owner = await registerOwner(product);
const folder = await mkdtemp(join(tmpdir(), 'pregao-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
await fillUp(product, owner, { rows: repetitions(0, 50_000), files: repetitions(0, 500) });

const s3 = await startS3('restored');

const source = { DATABASE_URL: product.open.ownerUrl, DATA_DIR: product.context.config.dataDir };

/** SQL for a delayed email and the job that sends it. */
const later = `begin;
  select app.enqueue_email('later@example.com', 'Later', 'Text', '<p>Text</p>', 'en-US');
  update graphile_worker._private_jobs set run_at = '2100-01-01' from emails
    where recipient = 'later@example.com' and key = 'mail:' || emails.id;
  commit`;

/** Signs the same person in to the restored product. */
const signIn = async (restored: TestApplication, email: string) => {
  const body = { email, password: memberPassword };
  return toTestMember(restored, await restored.anyone.accounts.login({ body }));
};

const pictureOf = async ({ context }: TestApplication, { image }: Transaction) =>
  image && Buffer.from(await context.storage.getBytes(image.replace('/files/', '')));

async function expectAll(
  restored: TestApplication,
  { transactions, resources, owners }: Acknowledged,
) {
  const here = await signIn(restored, owner.user.email);
  const there = await signInOperator(restored);
  for (const transaction of transactions) {
    const found = await here.api.transactions.get({ params: { id: transaction.id } });
    expect(found).toEqual(transaction);
    expect(await pictureOf(restored, found)).toEqual(await pictureOf(product, transaction));
  }
  const offered = new Map((await there.api.resources.getAll()).map((each) => [each.id, each]));
  for (const resource of resources) {
    expect(offered.get(resource.id)).toEqual(resource);
    const params = { id: resource.id };
    const [kept, original] = [
      await there.api.resources.download({ params }),
      await operator.api.resources.download({ params }),
    ];
    expect(await kept.text()).toBe(await original.text());
  }
  for (const email of owners.slice(-2)) expect((await signIn(restored, email)).tenant).not.toBe('');
  const subscriptionOf = async ({ api }: typeof owner) => {
    const { invoices, ...rest } = await api.subscriptions.getCurrent();
    // Each database signs the links to its documents with its own key.
    return { ...rest, invoices: invoices.map((invoice) => ({ ...invoice, invoicePdf: '' })) };
  };
  expect(await subscriptionOf(here)).toEqual(await subscriptionOf(owner));
}

const random = (n: number) => ((Math.imul(seed + n, 2_654_435_761) >>> 0) % 1_000) / 1_000;
const times = Array.from({ length: repetitions(1, 5) }, (_, n) => n + 1);

const patience = { timeout: repetitions(90_000, 0) };

// On Citus each node has a snapshot of its own: a backup needs the pause of all processes (docs/scaling.md).
const { isCitus } = inject('testCluster');

test.skipIf(isCitus).each(times)(
  'a backup under load has everything that was confirmed before it (R-REL-05, run %i)',
  patience,
  async (n) => {
    const [file, dataDir] = [join(folder, `${n}.backup`), join(folder, `${n}`)];
    const load = startLoad(product, { owner, operator });
    await load.goesOn();
    await sleep(random(n) * 500);
    const confirmed = load.soFar();
    const backedUp = await runCommand('backup', file, source);
    await load.stop();
    const began = performance.now();
    const said = await runCommand('restore', file, { DATA_DIR: dataDir });
    await using restored = await reopen(product, dataDir);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    figure('backup', `${backedUp.stdout.trim()} Served again after ${seconds} s.`);
    expect([backedUp.stderr, said.stderr]).toEqual(['', '']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expectAll(restored, confirmed);
    // Links in emails that were sent still open invoices (R-INV-05).
    expect(restored.context.linkKey).toEqual(product.context.linkKey);
    expect(await tornIn(restored)).toEqual([]);
    // While the restored product runs on it.
    await restored.open.owner.query(later);
    await runCommand('backup', join(folder, `${n}.again`), { DATA_DIR: dataDir });
  },
);

test.skipIf(isCitus)(
  'a second backup after a restore elsewhere equals the first, byte for byte (R-REL-05)',
  patience,
  async () => {
    const passphrase = 'a passphrase of the tests';
    const [file, again] = [join(folder, 'first'), join(folder, 'second')];
    // No product runs on it, so nothing changes.
    await runCommand('backup', file, {
      DATA_DIR: join(folder, '1'),
      BACKUP_PASSPHRASE: passphrase,
    });
    await using place = await emptyDatabase(s3.endpoint);
    const backup = { path: file, passphrase };
    await restore(backup, await inspectBackup(backup), place);
    await backUp(place, again);
    const [first, second] = [await inspectBackup(backup), await inspectBackup({ path: again })];
    expect(second.manifest).toEqual(first.manifest);
    expect({ ...second.head, taken: '' }).toEqual({ ...first.head, taken: '' });
    const rows = Object.fromEntries(first.manifest.parts.map(({ name, rows }) => [name, rows]));
    expect(rows).toMatchObject({ 'rows/jobs': expect.toSatisfy((n: number) => n > 0) });
    // The time since the backup would be an outage (R-OPR-31).
    expect(Object.keys(rows).filter((name) => name.includes('app.status_'))).toEqual([]);
  },
);

test('keeps files from deletion while a backup that may need them runs', async () => {
  const { dataDir } = product.context.config;
  const [replaced, removed] = [
    await createTestResource(operator),
    await createTestResource(operator),
  ];
  const client = await product.open.owner.connect();
  const { files } = await openSnapshot(client);
  const missing = async () => {
    const here = await readdir(join(dataDir, 'files'));
    return files.filter((name) => !here.includes(name));
  };
  await operator.api.resources.upload({
    params: { id: replaced.id },
    file: { content: toBlob(testArchive) },
  });
  await operator.api.resources.remove({ params: { id: removed.id } });
  for (const name of files) await utimes(join(dataDir, 'files', name), 0, 0);
  await sweepFiles(product);
  expect(await missing()).toEqual([]);
  await client.query('select pg_advisory_unlock_all()');
  client.release(true);
  await sweepFiles(product);
  expect(await missing()).toHaveLength(2);
});
