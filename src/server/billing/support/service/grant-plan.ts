import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { support } from '#contract/support/support.ts';
import {
  assertNotPaused,
  liveSubscription,
  seatsWithPlan,
  type TenantBillingState,
} from '#server/billing/subscriptions/service/billing-state.ts';
import { customerDetailsOf } from '#server/billing/subscriptions/service/customer.ts';
import {
  assertCurrency,
  isFreePrice,
  isOneTime,
  type PriceRow,
  requireOfferedPrice,
} from '#server/billing/subscriptions/service/plan.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db } from '#server/platform/database/query.ts';
import { type Grant, grantOf } from '#server/platform/stripe/grant-terms.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';
import { changeAtProvider, endOfDay, type SupportCall } from './billing.ts';
import type { GrantOrder } from './grant-step.ts';
import { payerOf, supportedTenant } from './organization.ts';

type GrantRequest = HandlerInput<(typeof support)['endpoints']['grantPlan']>['body'];

/**
 * Grants a plan free of charge, until the end of a day or without an end (R-SUP-09). The running subscription
 * becomes the granted one, so that there is never a second one; without any, one is created, with no card.
 */
export async function grantPlan(
  context: AppContext,
  { body: { subscriptionPriceId, until, reason }, ...call }: SupportCall<GrantRequest>,
) {
  await supportedTenant(context, call.id);
  const price = await requireOfferedPrice(context, subscriptionPriceId);
  if (isFreePrice(price) || isOneTime(price)) throw new Failure('billing.invalidSubscription');
  await changeAtProvider(context, { ...call, priceId: price.id }, async (state, supported) => {
    const { customer, now } = state;
    const ends = until === null ? null : endOfDay(until, { after: new Date(now * 1_000), now });
    assertCurrency(price, state.currency);
    const live = await liveSubscription(context, customer);
    if (live) assertNotPaused(live);
    if (live) assertRegrantable(price, live, ends);
    const { product, ...plan } = await planOf(context, price);
    const endsAt = ends?.toISOString() ?? null;
    const { session } = await payerOf(supported);
    return {
      kind: 'grant_plan',
      customerId: customer,
      serviceId: live?.id ?? null,
      maxUsers: seatsAfter(state, plan),
      ...(customer === null && { who: await customerDetailsOf(context, session.user, state.name) }),
      grant: { price: price.service_id, product, ends: endsAt, live: live && toOrder(live) },
      action: { kind: 'plan_granted', reason, plan: plan.title, endsAt },
    };
  });
}

/** Throws for another currency than the subscription's, and for the grant that it has already. */
function assertRegrantable(price: PriceRow, live: ProviderSubscription, ends: Date | null) {
  assertCurrency(price, live.currency);
  const grant: Grant | null = grantOf(live);
  if (grant === null || live.priceServiceId !== price.service_id) return;
  if (Number(grant.ends) === Number(ends)) throw new Failure('billing.planGranted');
}

const toOrder = (live: ProviderSubscription): GrantOrder['live'] => ({
  id: live.id,
  itemId: live.itemId ?? '',
  status: live.status,
  isPaid: live.status === 'active' && grantOf(live) === null,
  cancelsAtPeriodEnd: live.cancelsAtPeriodEnd,
});

const seatsAfter = ({ running }: TenantBillingState, plan: { tier: number; maxUsers: number }) =>
  seatsWithPlan(
    running.filter(({ oneTime }) => oneTime),
    plan,
  );

const planOf = ({ database }: AppContext, { subscription_product_id: id }: PriceRow) =>
  database.system((tx) =>
    tx.one(
      db
        .selectFrom('subscription_products')
        .select(['title', 'tier', 'max_users as maxUsers', 'service_id as product'])
        .where('id', '=', id),
    ),
  );
