import { Failure } from '#contract/errors.ts';
import {
  needsPermission,
  needsUpgrade,
  type FileType,
  type Resource,
} from '#contract/resources.ts';
import type { Database } from '#server/database/database.ts';
import { db, type Row } from '#server/database/query.ts';
import type { Membership } from '#server/http/guard.ts';
import { list as listProducts } from '#server/products/service/list.ts';

type Stored = Row<'resources'>;

/** Every resource, by title; for the operator. */
export const list = (database: Database) =>
  database.operator(async (tx) => (await tx.all(byTitle)).map((row) => present(row)));

/** Every resource, with what this member lacks to download it (section 5). */
export async function listForMember(database: Database, { role, tier }: Membership) {
  const [rows, products] = await Promise.all([
    database.system((tx) => tx.all(byTitle)),
    listProducts(database, { activeOnly: true }),
  ]);
  return rows.map((row): Resource => {
    const isTooLow = needsUpgrade(row, tier);
    // Products come by tier: the first that passes the gate is the lowest.
    const sufficient = isTooLow && products.find((product) => !needsUpgrade(row, product.tier));
    return {
      ...present(row),
      needsUpgrade: isTooLow,
      needsPermission: needsPermission(row, role),
      minimumTierProduct: sufficient || null,
    };
  });
}

const byTitle = db.selectFrom('resources').selectAll().orderBy('title').orderBy('id');

/** A resource by its id. */
export const byId = (id: string) => db.selectFrom('resources').selectAll().where('id', '=', id);

/** What must be there; 404 otherwise. */
export const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw new Failure('notFound');
  return row;
};

/** A resource as the wire knows it; where its file is, stays here. */
export const present = (row: Stored): Resource => ({
  id: row.id,
  title: row.title,
  description: row.description,
  type: row.type as FileType,
  tiers: row.tiers,
  roles: row.roles as Resource['roles'],
  hasFile: row.file !== null,
  needsUpgrade: false,
  needsPermission: false,
  minimumTierProduct: null,
});
