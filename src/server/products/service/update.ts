import type { FeatureInput, PriceChange, ProductInput } from '#contract/catalogue.ts';
import { Failure } from '#contract/errors.ts';
import { toMinor } from '#contract/money.ts';
import { db } from '#server/database/query.ts';
import { changedPicture } from '#server/files/pictures.ts';
import type { House } from '#server/house.ts';
import { featureRow, productRow } from './create.ts';
import { byId, found, get, presentFeature, presentPrice } from './list.ts';
import { shownThere, unlessMissing } from './provider.ts';

type ById = { id: string };

/** Changes a product, at the provider first; the service id is fixed. */
export async function update(house: House, { id, ...input }: ProductInput & ById) {
  const { database, gateway, storage } = house;
  const before = found(
    await database.operator((tx) => tx.first(byId('subscription_products', id))),
  );
  if (input.serviceId !== '') assertSame(input.serviceId, before.service_id);
  const image = await changedPicture(storage, {
    given: input.image,
    current: before.image || null,
    sender: 'operator',
  });
  const { title, description, active } = input;
  if (before.service_id !== '') {
    await gateway
      .updateProduct(before.service_id, shownThere({ title, description, active }))
      .catch(unlessMissing);
  }
  await database.operator((tx) =>
    tx.run(
      db
        .updateTable('subscription_products')
        .set({ ...productRow(input), ...(image !== undefined && { image: image ?? '' }) })
        .where('id', '=', id),
    ),
  );
  house.catalogueNews.tell();
  return get(database, id, { activeOnly: false });
}

/** Changes a price's activity and strike-through amount; everything else is fixed (R-PRD-02). */
export async function updatePrice(house: House, { id, ...change }: PriceChange & ById) {
  const { database, gateway } = house;
  const before = found(await database.operator((tx) => tx.first(byId('subscription_prices', id))));
  const { active = before.active, priceBefore, ...fixed } = change;
  const present: Record<string, unknown> = presentPrice(before);
  for (const [field, value] of Object.entries(fixed)) {
    if (value !== undefined) assertSame(value, present[field]);
  }
  if (active !== before.active && before.service_id !== '') {
    const turn = active ? gateway.restorePrice : gateway.archivePrice;
    await turn(before.service_id).catch(unlessMissing);
  }
  const row = await database.operator((tx) =>
    tx.first(
      db
        .updateTable('subscription_prices')
        .set({
          active,
          ...(priceBefore !== undefined && {
            price_before: priceBefore === null ? null : toMinor(priceBefore),
          }),
        })
        .where('id', '=', id)
        .returningAll(),
    ),
  );
  house.catalogueNews.tell();
  return presentPrice(found(row));
}

type FeatureChange = FeatureInput & ById & { subscriptionProductId?: string | undefined };

/** Changes a feature; it can't move to another product. */
export async function updateFeature(house: House, { id, ...input }: FeatureChange) {
  const row = await house.database.operator(async (tx) => {
    const before = found(await tx.first(byId('subscription_features', id)));
    if (input.subscriptionProductId !== undefined) {
      assertSame(input.subscriptionProductId, before.subscription_product_id);
    }
    return tx.first(
      db
        .updateTable('subscription_features')
        .set(featureRow(input))
        .where('id', '=', id)
        .returningAll(),
    );
  });
  house.catalogueNews.tell();
  return presentFeature(found(row));
}

/** Throws `products.immutable` for a change of a fixed field. */
const assertSame = (wanted: unknown, present: unknown) => {
  if (wanted !== present) throw new Failure('products.immutable');
};
