import { randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { ArchiveContext } from './export.ts';
import { textLines } from './lines.ts';
import { entryNames } from './manifest.ts';
import { unpackArchive, readWhole, skipEntry, type ReadEntry } from './pack.ts';
import { brandPictures, type ArchivedTransaction } from './rows.ts';

/** Transactions of one statement: on a Citus, more of them take too long. */
const batchSize = 500;

type Import = { tenant: TenantId; id: string; file: string; stored: number; signal: AbortSignal };
type Picture = { address: string; bytes: number };
type Settings = Record<'app_theme' | 'app_color' | (typeof brandPictures)[number], string> & {
  /** Absent in archives of earlier versions. */
  transaction_currency?: string;
};

/**
 * Imports an archive into an organization without transactions: its look and currency, and its transactions with their ids, times
 * and pictures. After an interruption it continues behind the transactions that are stored. Throws
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
      else if (entry.name === entryNames.organization)
        settings = JSON.parse(String(await readWhole(entry))) as Settings;
      else if (entry.name === entryNames.transactions)
        await storeTransactions(context, job, { entry, pictures });
      else await skipEntry(entry);
    },
  );
  const { transactions, files } = contents;
  await context.database.tenant(job.tenant, async (tx) => {
    if (settings) await tx.run(setLook(settings, pictures));
    await tx.run(updateArchive(job.id).set({ state: 'done', file: null, transactions, files }));
  });
}

/** Deletes the transactions that an import has stored, after its failure. */
export async function deleteImported(context: ArchiveContext, job: Import) {
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
    else for await (const rows of batchesOf(entry.content)) await remove(rows);
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
  for await (const batch of batchesOf(entry.content)) {
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

async function* batchesOf(content: AsyncIterable<Buffer>): AsyncGenerator<ArchivedTransaction[]> {
  let batch: ArchivedTransaction[] = [];
  for await (const line of textLines(content)) {
    batch.push(JSON.parse(line) as ArchivedTransaction);
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

function setLook(
  { app_theme, app_color, transaction_currency, ...look }: Settings,
  pictures: Map<string, Picture>,
) {
  const columns = brandPictures.flatMap((name) => {
    const picture = pictures.get(look[name]);
    return picture
      ? [
          [name, picture.address],
          [`${name}_bytes`, picture.bytes],
        ]
      : [];
  });
  return db
    .updateTable('tenants')
    .set({ app_theme, app_color, transaction_currency, ...Object.fromEntries(columns) })
    .where('id', '=', scopeTenant);
}

/** Selects the query that finds a transaction of the organization, which an import refuses. */
export const selectAnyTransaction = sql<{ found: number }>`
    select 1 as found from transactions where tenant_id = ${scopeTenant} limit 1`;
