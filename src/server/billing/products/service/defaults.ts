import { toMinor } from '#contract/money.ts';
import { defaultProducts, type DefaultProduct } from '#contract/pricing/default-pricing.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import { toFeatureRow } from './create.ts';
import { list } from './list.ts';
import { insertRows } from './logged-rows.ts';
import { createMissingAtProvider } from './provider-catalogue.ts';

type CatalogueContext = Pick<AppContext, 'database' | 'stripe'>;

/**
 * Inserts the default products on a new instance and creates at the provider what has no service id
 * yet (R-PRD-05). Idempotent. Does not refill a catalog that the operator emptied.
 */
export async function ensureDefaultProducts({ database, stripe }: CatalogueContext) {
  await database.operator(async (tx) => {
    await lockCatalogue(tx);
    const user = await tx.first(db.selectFrom('users').select('id').limit(1));
    if (!user) await insertDefaults(tx);
  });
  await stripe.declareTaxBehavior();
  await createMissingAtProvider({ database, stripe });
}

/** Fills an empty catalog with the default products, also at the provider; returns the catalog. */
export async function generateDefaults({ database, stripe, pageInvalidation }: AppContext) {
  await database.operator(async (tx) => {
    await lockCatalogue(tx);
    await insertDefaults(tx);
  });
  await createMissingAtProvider({ database, stripe });
  pageInvalidation.publish();
  return list(database, { activeOnly: false });
}

/** Serializes concurrent calls, so that an empty catalog is filled once. */
const lockCatalogue = (tx: DbTransaction) =>
  tx.all(sql`select pg_advisory_xact_lock(hashtext('default products'))`);

async function insertDefaults(tx: DbTransaction) {
  const some = await tx.first(db.selectFrom('subscription_products').select('id').limit(1));
  if (!some) for (const product of defaultProducts) await insertProduct(tx, product);
}

async function insertProduct(tx: DbTransaction, { prices, features, ...product }: DefaultProduct) {
  const { maxUsers, maxTransactions, maxStorage, auditDays, ...rest } = product;
  const [inserted] = await insertRows(tx, 'subscription_products', [
    {
      ...rest,
      max_users: maxUsers,
      max_transactions: maxTransactions,
      max_storage: maxStorage,
      audit_days: auditDays,
    },
  ]);
  const { id } = orNotFound(inserted);
  await insertRows(
    tx,
    'subscription_prices',
    prices.map((price) => ({
      subscription_product_id: id,
      type: price.type,
      billing_period: price.billingPeriod,
      price: toMinor(price.price, price.currency),
      currency: price.currency,
      trial_days: price.trialDays,
      active: price.active,
    })),
  );
  await insertRows(
    tx,
    'subscription_features',
    features.map((feature) => ({ ...toFeatureRow(feature), subscription_product_id: id })),
  );
}
