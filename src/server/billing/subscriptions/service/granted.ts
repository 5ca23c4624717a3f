import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db } from '#server/platform/database/query.ts';
import { grantOf } from '#server/platform/stripe/grant-terms.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';
import type { PriceRow } from './plan.ts';

/** Throws `billing.planGranted` for the plan that an operator grants free of charge (R-SUP-10). */
export async function assertNotGranted(
  { database }: Pick<AppContext, 'database'>,
  price: PriceRow,
  live: ProviderSubscription,
) {
  if (grantOf(live) === null) return;
  const held = await database.system((tx) =>
    tx.first(
      db
        .selectFrom('subscription_prices')
        .select('subscription_product_id as product')
        .where('service_id', '=', live.priceServiceId ?? ''),
    ),
  );
  if (held?.product === price.subscription_product_id) throw new Failure('billing.planGranted');
}

/** Returns when a grant ends by itself, if that is before its period does; otherwise null. */
export function grantEndInPeriod(live: ProviderSubscription) {
  const ends = grantOf(live)?.ends ?? null;
  return ends && live.currentPeriodEnd && ends <= live.currentPeriodEnd ? ends : null;
}
