import { randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { ArchiveContext } from './export.ts';
import { textLines } from './lines.ts';
import { entryNames } from './manifest.ts';
import { unpackArchive, readWhole, skipEntry, type ReadEntry } from './pack.ts';
import { brandPictures, type ArchivedComment, type ArchivedTransaction } from './rows.ts';

/** Transactions of one statement: on a Citus, more of them take too long. */
const batchSize = 500;

type Import = { tenant: TenantId; id: string; file: string; stored: number; signal: AbortSignal };
type Picture = { address: string; bytes: number };
type Settings = Record<'app_theme' | 'app_color' | (typeof brandPictures)[number], string> & {
  /** Absent in archives of earlier versions. */
  transaction_currency?: string;
};

/**
 * Imports an archive into an organization without transactions: its look and currency, and its transactions with their ids, times,
 * pictures and comments. After an interruption it continues behind the transactions that are stored. Throws
 * `archive.invalid`, or what the limits of the plan refuse (R-ARC-03).
 */
export async function importOrganization(context: ArchiveContext, job: Import) {
  const pictures = new Map<string, Picture>();
  let settings: Settings | undefined;
  const contents = await unpackArchive(
    await openFile(context, job),
    context.linkKey,
    async (entry) => {
      job.signal.throwIfAborted();
      if (entry.name.startsWith('files/')) await storePicture(context, entry, pictures);
      else if (entry.name === entryNames.organization) {
        settings = JSON.parse(String(await readWhole(entry))) as Settings;
        await setCurrency(context, job, settings);
      } else if (entry.name === entryNames.transactions)
        await storeTransactions(context, job, { entry, pictures });
      else if (entry.name === entryNames.comments) await storeComments(context, job, entry);
      else await skipEntry(entry);
    },
  );
  const { transactions, files } = contents;
  await context.database.tenant(job.tenant, async (tx) => {
    if (settings) await tx.run(setLook(settings, pictures));
    await tx.run(updateArchive(job.id).set({ state: 'done', file: null, transactions, files }));
  });
}

/** Sets the currency before there are transactions, as webhooks name it with each; keeps the former for a failure. */
const setCurrency = (
  { database }: ArchiveContext,
  job: Import,
  { transaction_currency }: Settings,
) =>
  database.tenant(job.tenant, async (tx) => {
    const former = sql<string>`coalesce(former_currency,
      (select t.transaction_currency from tenants t where t.id = ${scopeTenant}))`;
    await tx.run(updateArchive(job.id).set({ former_currency: former }));
    if (transaction_currency !== undefined)
      await tx.run(updateTenant.set({ transaction_currency }));
  });

const updateTenant = db.updateTable('tenants').where('id', '=', scopeTenant);

/** Deletes the transactions that an import has stored, after its failure, and sets the former currency. */
export async function deleteImported(context: ArchiveContext, job: Import) {
  const former = sql<string>`coalesce((select a.former_currency from organization_archives a
    where a.tenant_id = ${scopeTenant} and a.id = ${job.id}), transaction_currency)`;
  await context.database.tenantWrite(
    job.tenant,
    updateTenant.set({ transaction_currency: former }).returning('id'),
  );
  if (job.stored === 0) return;
  let left = job.stored;
  const remove = async (rows: ArchivedTransaction[]) => {
    const ids = rows.slice(0, left).map(({ id }) => id);
    left -= ids.length;
    if (ids.length > 0)
      await context.database.tenantWrite(
        job.tenant,
        db.deleteFrom('transactions').where('tenant_id', '=', scopeTenant).where('id', 'in', ids),
      );
  };
  await unpackArchive(await openFile(context, job), context.linkKey, async (entry) => {
    job.signal.throwIfAborted();
    if (entry.name !== entryNames.transactions || left === 0) await skipEntry(entry);
    else for await (const rows of batchesOf<ArchivedTransaction>(entry.content)) await remove(rows);
    // A changed archive is noticed at the end of the entry: what was stored before is deleted by now.
  }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}

/** Returns the statement that changes an export or import of the organization. */
export const updateArchive = (id: string) =>
  db.updateTable('organization_archives').where('tenant_id', '=', scopeTenant).where('id', '=', id);

const openFile = ({ storage }: ArchiveContext, { file }: Import) => storage.getStream(file);

/** Stores a picture of the archive under a new name; that of an interrupted import is deleted as unused. */
async function storePicture(
  { storage }: ArchiveContext,
  entry: ReadEntry,
  pictures: Map<string, Picture>,
) {
  const bytes = await readWhole(entry);
  const name = `${randomBytes(16).toString('hex')}.${entry.name.endsWith('.png') ? 'png' : 'webp'}`;
  await storage.put(name, bytes);
  pictures.set(entry.name, { address: `/files/${name}`, bytes: bytes.length });
}

type Lines = { entry: ReadEntry; pictures: Map<string, Picture> };

async function storeTransactions(
  { database }: ArchiveContext,
  job: Import,
  { entry, pictures }: Lines,
) {
  let read = 0;
  for await (const batch of batchesOf<ArchivedTransaction>(entry.content)) {
    job.signal.throwIfAborted();
    const rows = batch.slice(Math.max(0, job.stored - read));
    read += batch.length;
    if (rows.length === 0) continue;
    await database.tenant(job.tenant, async (tx) => {
      await tx.run(insertRows(rows, pictures));
      await tx.run(updateArchive(job.id).set({ stored: read }).where('stored', '<', read));
    });
  }
}

/**
 * Stores the comments on the transactions before them; those of an interrupted import are stored already. Leaves out
 * those without a transaction: a member may delete one during the import, and one that is written during an export is in
 * the archive without its transaction.
 */
async function storeComments({ database }: ArchiveContext, job: Import, entry: ReadEntry) {
  for await (const batch of batchesOf<ArchivedComment>(entry.content)) {
    job.signal.throwIfAborted();
    await database.tenant(job.tenant, async (tx) => {
      const about = batch.map(({ transaction_id }) => transaction_id);
      const found = new Set((await tx.all(lockTransactions(about))).map(({ id }) => id));
      const rows = batch.filter(({ transaction_id }) => found.has(transaction_id));
      if (rows.length > 0) await tx.run(insertComments(rows));
    });
  }
}

/** Selects those of these transactions that exist, and keeps them from being deleted until the comments are stored. */
const lockTransactions = (ids: string[]) =>
  db
    .selectFrom('transactions')
    .select('id')
    .where('tenant_id', '=', scopeTenant)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare();

const insertComments = (rows: ArchivedComment[]) =>
  db
    .insertInto('comments')
    .values(
      rows.map(({ author: _author, created_at, edited_at, ...row }) => ({
        ...row,
        tenant_id: scopeTenant,
        created_at: sql<Date>`${created_at}::timestamptz`,
        edited_at: sql<Date | null>`${edited_at}::timestamptz`,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing());

async function* batchesOf<R>(content: AsyncIterable<Buffer>): AsyncGenerator<R[]> {
  let batch: R[] = [];
  for await (const line of textLines(content)) {
    batch.push(JSON.parse(line) as R);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const insertRows = (rows: ArchivedTransaction[], pictures: Map<string, Picture>) =>
  db.insertInto('transactions').values(
    rows.map(({ image, created_at, currency: _currency, ...row }) => {
      const picture = image === null ? undefined : pictures.get(image);
      return {
        ...row,
        tenant_id: scopeTenant,
        created_at: sql<Date>`${created_at}::timestamptz`,
        image: picture?.address ?? null,
        image_bytes: picture?.bytes ?? null,
      };
    }),
  );

function setLook({ app_theme, app_color, ...look }: Settings, pictures: Map<string, Picture>) {
  const columns = brandPictures.flatMap((name) => {
    const picture = pictures.get(look[name]);
    return picture
      ? [
          [name, picture.address],
          [`${name}_bytes`, picture.bytes],
        ]
      : [];
  });
  return updateTenant.set({ app_theme, app_color, ...Object.fromEntries(columns) });
}

/** Selects the query that finds a transaction of the organization, which an import refuses. */
export const selectAnyTransaction = sql<{ found: number }>`
    select 1 as found from transactions where tenant_id = ${scopeTenant} limit 1`;
