import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { orNotFound } from '#server/platform/database/query.ts';
import { spoolUpload, type SpooledFile } from '#server/platform/files/spool.ts';
import { csvOf } from '#server/platform/http/lists/csv.ts';
import { textLines } from './lines.ts';
import { entryNames, signManifest } from './manifest.ts';
import { packArchive, type StagedEntry } from './pack.ts';
import { brandPictures, otherLists, rowsOf, selectSettings, transactionsOf } from './rows.ts';

export type ArchiveContext = Pick<AppContext, 'config' | 'database' | 'storage' | 'linkKey'>;
type Job = { tenant: TenantId; signal: AbortSignal };

/** Archive in a local file, with its numbers. */
export type PackedArchive = AsyncDisposable & {
  file: SpooledFile;
  transactions: number;
  files: number;
};

/**
 * Writes the data of an organization to an archive: each list as JSON Lines and as CSV, and the pictures. What it
 * contains is first written to files, because the manifest comes first; memory use does not depend on it (R-ARC-01).
 */
export async function exportOrganization(
  context: ArchiveContext,
  { tenant, signal }: Job,
): Promise<PackedArchive> {
  await using stack = new AsyncDisposableStack();
  const stage = stagingArea(context, stack, signal);
  const scope = { database: context.database, tenant };
  const [[found]] = await context.database.tenantRead(tenant, selectSettings);
  const settings = orNotFound(found);
  for (const name of brandPictures) settings[name] = (await stage.picture(settings[name])) ?? '';
  await stage.add(entryNames.organization, [`${JSON.stringify(settings, null, 2)}\n`]);

  let transactions = 0;
  const withPictures = async function* () {
    for await (const row of transactionsOf(scope)) {
      transactions += 1;
      const { transaction_currency: currency } = settings;
      yield { ...row, currency, image: await stage.picture(row.image) };
    }
  };
  await stage.list('transactions', withPictures());
  for (const { name, ...list } of otherLists) await stage.list(name, rowsOf(scope, list));

  const { entries, files } = stage.staged();
  const manifest = signManifest(context.linkKey, {
    exportedAt: new Date().toISOString(),
    organization: {
      id: settings.id,
      name: settings.name,
      currency: settings.transaction_currency,
    },
    transactions,
    files,
    entries: entries.map(({ name, file: { size, sha256 } }) => ({ name, size, sha256 })),
  });
  const file = await spoolUpload(packArchive(manifest, entries), {
    dataDir: context.config.dataDir,
    limit: Infinity,
  });
  return { file, transactions, files, [Symbol.asyncDispose]: () => file[Symbol.asyncDispose]() };
}

/** Returns the functions that write the entries of an archive to files, which are deleted with the stack. */
function stagingArea(
  { config, storage }: ArchiveContext,
  stack: AsyncDisposableStack,
  signal: AbortSignal,
) {
  const texts: StagedEntry[] = [];
  const pictures = new Map<string, StagedEntry>();
  /** Names of entries by the address of the picture; null: its file is lost. */
  const names = new Map<string, string | null>();
  const spool = async (content: AsyncIterable<Uint8Array>) => {
    signal.throwIfAborted();
    return stack.use(await spoolUpload(content, { dataDir: config.dataDir, limit: Infinity }));
  };
  const add = async (name: string, content: AsyncIterable<string> | Iterable<string>) => {
    const file = await spool(Readable.from(content).map((text) => Buffer.from(text as string)));
    texts.push({ name, file });
    return file;
  };
  const stagePicture = async (address: string) => {
    const stored = address.replace('/files/', '');
    if (!(await storage.exists(stored))) return null;
    const file = await spool(await storage.getStream(stored));
    const name = `files/${file.sha256}.${stored.endsWith('.png') ? 'png' : 'webp'}`;
    if (!pictures.has(name)) pictures.set(name, { name, file });
    return name;
  };
  return {
    add,
    /** Adds a stored picture, once; returns the name of its entry, or null without one. */
    picture: async (address: string | null) => {
      if (!address) return null;
      const known = names.get(address);
      if (known !== undefined) return known;
      const name = await stagePicture(address);
      names.set(address, name);
      return name;
    },
    /** Adds a list as JSON Lines and as CSV. */
    list: async (name: string, rows: AsyncIterable<object>) => {
      let columns: string[] = [];
      const lines = Readable.from(rows).map((row: object) => {
        columns = Object.keys(row);
        return `${JSON.stringify(row)}\n`;
      });
      const { path } = await add(`${name}.jsonl`, lines);
      const cells = Readable.from(textLines(createReadStream(path))).map((line: string) =>
        toCells(JSON.parse(line) as object),
      );
      const csv = csvOf({ name, columns, rows: cells });
      await add(csv.name, csv.content);
    },
    staged: () => ({
      // An import reads the pictures before the rows that name them.
      entries: [...texts.slice(0, 1), ...pictures.values(), ...texts.slice(1)],
      files: pictures.size,
    }),
  };
}

/** Returns a row with objects as JSON. */
const toCells = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
