/**
 * Exports an organization with many transactions and pictures while the process is killed again and again, deletes it,
 * imports the archive into another one in the same way, and exports that: both archives must have equal transactions and
 * pictures (R-ARC-03, R-ARC-06), and memory must not grow with their number.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { callerAt } from '#tools/caller.ts';
import { registerOrganization, type OwnerAccount } from '#tools/kit/organizations.ts';
import { memoryOf, stop } from '#tools/kit/processes.ts';
import { fail, figure, randomFrom, repetitions, seed } from '#tools/kit/seed.ts';
import { startDatabaseServer, startProduct } from '#tools/kit/servers.ts';

const transactions = repetitions(3_000, 100_000);
const pictures = repetitions(50, 1_000);
const kills = repetitions(1, 5);
const pictureBytes = 20_000;
const random = randomFrom(seed);

await using stack = new AsyncDisposableStack();
const postgres = await startDatabaseServer(stack);
const start = () => startProduct(stack, postgres.settings);
let product = await start();
const products = await callerAt(product.origin).products.getAll();
const [price] = products.toSorted((a, b) => b.tier - a.tier).flatMap(({ prices }) => prices);
const selectedSubscription = { subscriptionPriceId: price?.id ?? '' };

const register = (name: string) =>
  registerOrganization(product.origin, name, { selectedSubscription });
const apiOf = ({ headers }: OwnerAccount) => callerAt(product.origin, headers);

/** Keeps the authentication of all sessions recent: it lasts ten minutes, less than this run. */
const authenticate = () => postgres.pool.query('update sessions set authenticated_at = now()');

async function fill(tenant: string) {
  const folder = join(postgres.settings.DATA_DIR, 'files');
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: pictures }, () => `${randomBytes(16).toString('hex')}.webp`);
  for (const name of names) await writeFile(join(folder, name), randomBytes(pictureBytes));
  await postgres.pool.query(
    `insert into transactions (tenant_id, description, quantity, price, date, image, image_bytes)
     select $1, 'Order ' || n, n % 100, n, date '2026-01-01' + n % 365,
       case when n <= $3::int then '/files/' || ($4::text[])[n] end, case when n <= $3::int then $5::int end
     from generate_series(1, $2::int) n`,
    [tenant, transactions, pictures, names, pictureBytes],
  );
}

/** Waits for the end of the export or import that runs; returns it, and the highest memory in MiB meanwhile. */
async function ended(owner: OwnerAccount) {
  let peak = 0;
  for (;;) {
    peak = Math.max(peak, memoryOf(product.pid));
    const [newest] = await apiOf(owner).archives.getAll();
    if (newest && newest.state !== 'running') {
      if (newest.state === 'failed') fail(`The ${newest.kind} failed: ${newest.failure}`);
      return { ...newest, peak };
    }
    await sleep(250);
  }
}

async function killRepeatedly() {
  for (let killed = 0; killed < kills; killed += 1) {
    await sleep(500 + random() * 6_000);
    await stop(product.child, 'SIGKILL');
    product = await start();
  }
}

/** Makes a call with a file in its body or its reply. */
async function fetchFile(owner: OwnerAccount, path: string, body?: FormData) {
  await authenticate();
  const { headers } = owner;
  const url = `${product.origin}/api/Archive/${path}`;
  const response = await fetch(url, { method: 'POST', headers, ...(body && { body }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${path}: ${response.status} ${bytes.toString()}`);
  return bytes;
}

const download = (owner: OwnerAccount, id: string) => fetchFile(owner, `Download/${id}`);

function upload(owner: OwnerAccount, archive: Buffer) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(archive)]), 'pregao.tar.gz');
  return fetchFile(owner, 'Import', form);
}

/** Returns the entries that an import restores, as the manifest at the beginning of the archive lists them. */
function restoredOf(archive: Buffer) {
  const [, text = ''] =
    /(\{\n "product"[^]*?\n\})/.exec(gunzipSync(archive).toString('latin1')) ?? [];
  const { entries } = JSON.parse(text) as { entries: { name: string; sha256: string }[] };
  return JSON.stringify(entries.filter(({ name }) => /^(files\/|transactions\.)/.test(name)));
}

const first = await register('Archives');
await fill(first.tenant);
const idle = memoryOf(product.pid);
const began = performance.now();
await apiOf(first).archives.create();
const exported = await ended(first);
const exportSeconds = (performance.now() - began) / 1_000;

await authenticate();
await apiOf(first).archives.create();
await killRepeatedly();
const again = await ended(first);
const archive = await download(first, again.id);
const { rows } = await postgres.pool.query("select from emails where subject ~* 'export'");
if (rows.length !== 2) fail(`${rows.length} emails about two exports`);
await authenticate();
await apiOf(first).tenants.remove({ params: { id: first.tenant } });

const second = await register('Import');
const importing = performance.now();
await upload(second, archive);
await killRepeatedly();
const imported = await ended(second);
const importSeconds = (performance.now() - importing) / 1_000;
if (imported.transactions !== transactions || imported.files !== pictures)
  fail(`${imported.transactions} transactions and ${imported.files} files were imported`);
await authenticate();
await apiOf(second).archives.create();
const last = await ended(second);
if (restoredOf(await download(second, last.id)) !== restoredOf(archive))
  fail('The archives differ');

figure(
  'archives',
  `${transactions} transactions and ${pictures} files, ${(archive.length / 1e6).toFixed(1)} MB: export ${exportSeconds.toFixed(0)} s, import ${importSeconds.toFixed(0)} s with ${kills} kills; memory ${idle.toFixed(0)} MiB idle, at most ${exported.peak.toFixed(0)} in the export, ${imported.peak.toFixed(0)} in the import; equal archives`,
);
process.exit();
