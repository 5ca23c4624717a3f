import type { FeatureInput, PriceChange, ProductInput } from '#contract/catalogue.ts';
import { Failure } from '#contract/errors.ts';
import { toMinor } from '#contract/money.ts';
import { toPriceRecord } from '#server/identity/tenants/service/price-record.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { orNotFound } from '#server/platform/database/query.ts';
import { changedPicture } from '#server/platform/files/pictures.ts';
import { ignoreMissing } from '#server/platform/stripe/connection.ts';
import { toFeatureRow, toProductRow } from './create.ts';
import { get, readFeature, requireCatalogueRow, selectCatalogueRow } from './list.ts';
import { updateRow } from './logged-rows.ts';
import { toProviderText } from './provider-catalogue.ts';

type RecordId = { id: string };

/** Changes a product, at the provider first; the service id is fixed. */
export async function update(context: AppContext, { id, ...input }: ProductInput & RecordId) {
  const { database, stripe, storage } = context;
  const before = await requireCatalogueRow(database, 'subscription_products', id);
  if (input.serviceId !== '') assertUnchanged(input.serviceId, before.service_id);
  const image = await changedPicture(storage, {
    given: input.image,
    current: before.image || null,
    sender: 'operator',
  });
  const { title, description, active } = input;
  if (before.service_id !== '') {
    await stripe
      .updateProduct(before.service_id, toProviderText({ title, description, active }))
      .catch(ignoreMissing);
  }
  await database.operator((tx) =>
    updateRow(tx, 'subscription_products', {
      id,
      values: {
        ...toProductRow(input),
        ...(image !== undefined && { image: image?.address ?? '' }),
      },
    }),
  );
  context.pageInvalidation.publish();
  return get(database, id, { activeOnly: false });
}

/** Changes a price's activity and strike-through amount; everything else is fixed (R-PRD-02). */
export async function updatePrice(context: AppContext, { id, ...change }: PriceChange & RecordId) {
  const { database, stripe } = context;
  const before = await requireCatalogueRow(database, 'subscription_prices', id);
  const { active = before.active, priceBefore, ...fixed } = change;
  const present: Record<string, unknown> = toPriceRecord(before);
  for (const [field, value] of Object.entries(fixed)) {
    if (value !== undefined) assertUnchanged(value, present[field]);
  }
  if (active !== before.active && before.service_id !== '') {
    const turn = active ? stripe.restorePrice : stripe.archivePrice;
    await turn(before.service_id).catch(ignoreMissing);
  }
  const row = await database.operator((tx) =>
    updateRow(tx, 'subscription_prices', {
      id,
      values: {
        active,
        ...(priceBefore !== undefined && {
          price_before: priceBefore === null ? null : toMinor(priceBefore, before.currency),
        }),
      },
    }),
  );
  context.pageInvalidation.publish();
  return toPriceRecord(orNotFound(row));
}

type FeatureChange = FeatureInput & RecordId & { subscriptionProductId?: string | undefined };

/** Changes a feature; it can't move to another product. */
export async function updateFeature(context: AppContext, { id, ...input }: FeatureChange) {
  const record = await context.database.operator(async (tx) => {
    const before = orNotFound(await tx.first(selectCatalogueRow('subscription_features', id)));
    if (input.subscriptionProductId !== undefined) {
      assertUnchanged(input.subscriptionProductId, before.subscription_product_id);
    }
    const row = await updateRow(tx, 'subscription_features', { id, values: toFeatureRow(input) });
    return readFeature(tx, orNotFound(row));
  });
  context.pageInvalidation.publish();
  return record;
}

/** Throws `products.immutable` for a change of a fixed field. */
function assertUnchanged(wanted: unknown, present: unknown) {
  if (wanted !== present) throw new Failure('products.immutable');
}
