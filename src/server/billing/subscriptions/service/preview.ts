import type { TaxLocation } from '#contract/billing/tax.ts';
import { Failure } from '#contract/errors.ts';
import type { UpcomingInvoice } from '#contract/invoices.ts';
import { settleInvoice } from '#contract/pricing/minimum-charge.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TaxProfile } from '#server/platform/stripe/billing-details.ts';
import type { ProviderCoupon } from '#server/platform/stripe/coupons.ts';
import { grantOf, isCanceled } from '#server/platform/stripe/grant-terms.ts';
import type { ProviderInvoice } from '#server/platform/stripe/invoice-snapshot.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';
import {
  assertChangeable,
  endsAtOnce,
  isPaused,
  liveSubscription,
  type TenantBillingState,
  billingStateOf,
} from './billing-state.ts';
import { explainRefusal } from './charge-plan.ts';
import { assertFreePlanSeats } from './free-plan.ts';
import { assertNotGranted, grantEndInPeriod } from './granted.ts';
import { openAmount } from './open-invoices.ts';
import type { Payer, PayingTenantScope } from './payer.ts';
import {
  assertCurrency,
  resolveCoupon,
  isFreePrice,
  isOneTime,
  requireUsablePrice,
  type PriceRow,
} from './plan.ts';
import { previewNewPlan } from './preview-new-plan.ts';
import { taxProfileOf } from './tax.ts';
import { startsWithTrial } from './trial.ts';
import { toUpcomingInvoice } from './upcoming-invoice.ts';

type PreviewQuery = {
  subscriptionPriceId?: string | undefined;
  subscriptionCoupon?: string | undefined;
  /** Moment of an earlier preview, in epoch seconds; the current time by default. */
  at?: number | null | undefined;
} & Partial<TaxLocation>;
type PlanPreview = { price: PriceRow; coupon: ProviderCoupon | null; state: TenantBillingState };

const nothingDue = {
  startingBalance: 0,
  total: 0,
  totalExcludingTax: 0,
  taxes: [],
  amountDue: 0,
  lines: [],
};

/**
 * Returns the next invoice or, for a price, the cost of choosing it: due now, credit and next renewal.
 * Null when nothing will be charged. `UpdateSubscription` charges exactly that (R-SUB-03).
 */
export async function getUpcomingInvoice(
  context: AppContext,
  { tenant, session }: Payer,
  query: PreviewQuery,
): Promise<UpcomingInvoice | null> {
  const { subscriptionPriceId, subscriptionCoupon, at } = query;
  const price = subscriptionPriceId
    ? await requireUsablePrice(context, tenant, subscriptionPriceId)
    : null;
  const current = await billingStateOf(tenant);
  const state = { ...current, now: at ?? current.now };
  if (!price) return previewRenewal(context, state);
  if (isFreePrice(price)) return previewFreePlan(context, { tenant, price, state });
  assertCurrency(price, state.currency);
  const coupon = await resolveCoupon(
    context,
    { price, customer: state.customer },
    subscriptionCoupon,
  );
  const running = await liveSubscription(context, state.customer);
  if (running) assertCurrency(price, running.currency);
  const live = isOneTime(price) ? null : running;
  const asked = { price, coupon, state };
  const { country, postalCode = '' } = query;
  const given = country === undefined ? null : { country, postalCode };
  if (live) {
    const isHeld = live.priceServiceId === price.service_id;
    const isResumed = isHeld && (isCanceled(live) || isPaused(live));
    if (isResumed && coupon) throw new Failure('billing.couponNotApplicable');
    if (isHeld && live.status === 'paused') return previewResumption(context, state, live);
    if (isResumed) return previewResume(context, state, live);
    await assertNotGranted(context, price, live);
    assertChangeable(live);
    // A granted plan needed no place for tax.
    const tax = grantOf(live) && (await taxProfileOf(context, state.customer, given));
    return previewPlanChange(context, { ...asked, tax }, live);
  }
  const candidate = { tenantId: tenant.id, userId: session.user, state };
  return previewNewPlan(context, {
    ...asked,
    trial: await startsWithTrial(context, price, candidate),
    tax: await taxProfileOf(context, state.customer, given),
  });
}

/** Previews the move to a free plan, free of charge; the paid plan may run until its period ends. */
async function previewFreePlan(
  context: AppContext,
  {
    tenant,
    price,
    state,
  }: { tenant: PayingTenantScope; price: PriceRow; state: TenantBillingState },
) {
  await tenant.run((tx) => assertFreePlanSeats(tx, tenant.id, price));
  const live = await liveSubscription(context, state.customer);
  const shown = await previewNewPlan(context, {
    price,
    coupon: null,
    state,
    trial: false,
    tax: null,
  });
  const ends = live && !endsAtOnce(live) ? (grantEndInPeriod(live) ?? live.currentPeriodEnd) : null;
  return { ...shown, currentPlanEnds: ends?.toISOString() ?? null };
}

async function previewRenewal(context: AppContext, { customer }: TenantBillingState) {
  const live = await liveSubscription(context, customer);
  // Nothing is collected while it is paused.
  if (customer === null || live === null || isPaused(live)) return null;
  const preview = await context.stripe.previewInvoice({ customer, subscription: live.id });
  return preview && toUpcomingInvoice(context, preview, renewalBy(preview));
}

/** Previews the plan without its scheduled end: nothing is due before its next renewal. */
async function previewResume(
  context: AppContext,
  { customer }: TenantBillingState,
  live: ProviderSubscription,
) {
  const question = { customer: customer ?? '', subscription: live.id, without: live };
  const preview = await context.stripe.previewInvoice(question);
  return preview && toUpcomingInvoice(context, { ...preview, ...nothingDue }, renewalBy(preview));
}

const renewalBy = ({ nextAttempt, amountDue: amount, taxes }: ProviderInvoice) => ({
  date: nextAttempt.toISOString(),
  amount,
  taxes,
});

/** Previews another price for the running subscription; nothing is due during its trial. */
async function previewPlanChange(
  context: AppContext,
  { price, coupon, state, tax }: PlanPreview & { tax: TaxProfile | null },
  live: ProviderSubscription,
) {
  const { id, itemId, trialEnd, status } = live;
  const restarts = grantOf(live) !== null;
  const question = {
    customer: state.customer ?? '',
    subscription: id,
    change: { item: itemId ?? '', price: price.service_id, prorationDate: state.now, restarts },
    without: live,
    tax,
    ...(coupon && { promotionCode: coupon.promotionCode }),
  };
  const [preview, recurring, replacedDiscounts] = await explainRefusal(
    context,
    { price, coupon, customer: state.customer },
    Promise.all([
      context.stripe.previewInvoice(question),
      context.stripe.previewInvoice({ ...question, recurring: true }),
      coupon ? context.stripe.listDiscounts(id) : [],
    ]),
  );
  if (!preview || !recurring) return null;
  if (status === 'trialing' && trialEnd) {
    const { amountDue: amount, taxes } = preview;
    const renewal = { date: trialEnd.toISOString(), amount, taxes };
    const shown = await toUpcomingInvoice(context, { ...preview, ...nothingDue }, renewal);
    return { ...shown, replacedDiscounts };
  }
  const due = await toDueInvoice(context, { preview, recurring, state, live });
  return { ...due, replacedDiscounts };
}

/** Previews a paused subscription that is resumed: the period that begins now, less its credit. */
async function previewResumption(
  context: AppContext,
  state: TenantBillingState,
  live: ProviderSubscription,
) {
  const customer = state.customer ?? '';
  const question = { customer, subscription: live.id, without: live, resumes: true };
  const [preview, recurring] = await Promise.all([
    context.stripe.previewInvoice(question),
    context.stripe.previewInvoice({ ...question, recurring: true }),
  ]);
  return preview && recurring && toDueInvoice(context, { preview, recurring, state, live });
}

type DuePreview = {
  preview: ProviderInvoice;
  /** The amount of each later period. */
  recurring: ProviderInvoice;
  state: TenantBillingState;
  live: ProviderSubscription;
};

/** Returns a preview that is charged now, after the open invoices of the subscription, with the next renewal. */
async function toDueInvoice(context: AppContext, { preview, recurring, state, live }: DuePreview) {
  const { startingBalance, total, amountDue, currency, lines } = preview;
  // Credits belong to the period that the change ends, charges to the new one.
  const asked = lines.filter(({ amount }) => amount >= 0);
  const ends = asked.map(({ periodEnd }) => periodEnd.getTime());
  const balance = startingBalance + total - amountDue;
  const renewal = {
    date: new Date(Math.max(...ends)).toISOString(),
    amount: settleInvoice({ total: recurring.total, balance, currency }).amountDue,
    taxes: recurring.taxes,
  };
  const [invoice, open] = await Promise.all([
    toUpcomingInvoice(context, preview, renewal),
    openAmount(context, live),
  ]);
  return {
    ...invoice,
    amountDue: invoice.amountDue + open,
    owedBefore: invoice.owedBefore + open,
    prorationDate: state.now,
  };
}
