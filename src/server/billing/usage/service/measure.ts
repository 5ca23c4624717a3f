import type { Storage } from '#server/platform/files/storage.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';

type Options = { store: OwnerDatabase; storage: Pick<Storage, 'exists' | 'getMetaData'> };

/**
 * Returns the task that stores the sizes of pictures which have none (R-USE-05).
 */
export const measureTasks = (options: Options): Record<'usage.measure', Task> => ({
  'usage.measure': async (_payload, { signal }) => {
    for (const place of places) {
      let found: number;
      do {
        signal.throwIfAborted();
        found = await measureBatch(options, place);
      } while (found === batchSize);
    }
  },
});

const batchSize = 500;

/** Columns with a tenant's pictures, and the column with the tenant. */
const places = [
  { table: 'transactions', tenant: 'tenant_id', column: 'image' },
  { table: 'tenants', tenant: 'id', column: 'icon' },
  { table: 'tenants', tenant: 'id', column: 'logo' },
  { table: 'tenants', tenant: 'id', column: 'logo_darkmode' },
] as const;

type Unmeasured = { tenant: string; id: string; address: string };

const measureBatch = async (
  { store, storage }: Options,
  { table, tenant, column }: (typeof places)[number],
) => {
  const { rows } = await store.query<Unmeasured>(
    `select ${tenant} as tenant, id, ${column} as address from ${table}
     where ${column} <> '' and ${column}_bytes is null limit $1`,
    [batchSize],
  );
  for (const row of rows) {
    const name = row.address.replace('/files/', '');
    // A missing file takes no space.
    const bytes = (await storage.exists(name))
      ? (await storage.getMetaData(name)).contentLength
      : 0;
    await store.query(
      `update ${table} set ${column}_bytes = $4 where ${tenant} = $1 and id = $2 and ${column} = $3`,
      [row.tenant, row.id, row.address, bytes],
    );
  }
  return rows.length;
};
