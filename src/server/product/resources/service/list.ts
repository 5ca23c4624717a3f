import type { FileType } from '#contract/entities/resources.ts';
import { needsPermission, needsUpgrade, type Resource } from '#contract/resources.ts';
import { list as listProducts } from '#server/billing/products/service/list.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';

type ResourceRow = TableRow<'resources'>;

/** Lists all resources by title; for the operator. */
export const list = (database: Database) =>
  database.operator(async (tx) => (await tx.all(resourcesByTitle)).map((row) => toRecord(row)));

/** Lists all resources with what this member lacks to download each (R-RES-03). */
export async function listForMember(database: Database, { membership }: Member) {
  const { role, tier } = membership;
  const [rows, products] = await Promise.all([
    database.system((tx) => tx.all(resourcesByTitle)),
    listProducts(database, { activeOnly: true }),
  ]);
  return rows.map((row): Resource => {
    const isTooLow = needsUpgrade(row, tier);
    // Products are sorted by tier: the first sufficient one is the lowest.
    const sufficient = isTooLow && products.find((product) => !needsUpgrade(row, product.tier));
    return {
      ...toRecord(row),
      needsUpgrade: isTooLow,
      needsPermission: needsPermission(row, role),
      minimumTierProduct: sufficient || null,
    };
  });
}

const resourcesByTitle = db.selectFrom('resources').selectAll().orderBy('title').orderBy('id');

/** Selects a resource. */
export const selectResource = (id: string) =>
  db.selectFrom('resources').selectAll().where('id', '=', id);

/** Converts a resource to the contract's shape, without the name of its file. */
export const toRecord = (row: ResourceRow): Resource => ({
  id: row.id,
  title: row.title,
  description: row.description,
  type: row.type as FileType,
  tiers: row.tiers,
  roles: row.roles as Resource['roles'],
  version: row.version,
  hasFile: row.file !== null,
  needsUpgrade: false,
  needsPermission: false,
  minimumTierProduct: null,
});
