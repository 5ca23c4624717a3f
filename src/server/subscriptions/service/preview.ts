import type { UpcomingInvoice } from '#contract/invoices.ts';
import type { Currency } from '#contract/money.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { discountedAmount } from '#contract/pricing/coupons.ts';
import type { AppContext } from '#server/app-context.ts';
import type { AuthSession, TenantScope } from '#server/http/contract/guard.ts';
import type { ProviderCoupon } from '#server/payments/stripe/coupons.ts';
import type { ProviderInvoice } from '#server/payments/stripe/invoice-snapshot.ts';
import type { ProviderSubscription } from '#server/payments/stripe/subscription-snapshot.ts';
import {
  isOverdue,
  liveSubscription,
  type TenantBillingState,
  billingStateOf,
} from './billing-state.ts';
import { explainRefusal } from './charge-plan.ts';
import { discountOf } from './coupon.ts';
import { toInvoiceRecords } from './current.ts';
import { assertFreePlanSeats } from './free-plan.ts';
import {
  assertCurrency,
  resolveCoupon,
  isFreePrice,
  isOneTime,
  requireOfferedPrice,
  type PriceRow,
} from './plan.ts';
import { startsWithTrial } from './trial.ts';

type PreviewQuery = {
  subscriptionPriceId?: string | undefined;
  subscriptionCoupon?: string | undefined;
};
type PlanPreview = { price: PriceRow; coupon: ProviderCoupon | null; state: TenantBillingState };

/**
 * Returns the next invoice or, for a price, the cost of choosing it: due now, credit and next renewal.
 * Null when nothing will be charged. `UpdateSubscription` charges exactly that (R-SUB-03).
 */
export async function getUpcomingInvoice(
  context: AppContext,
  { tenant, session }: { tenant: TenantScope; session: AuthSession },
  { subscriptionPriceId, subscriptionCoupon }: PreviewQuery,
): Promise<UpcomingInvoice | null> {
  const price = subscriptionPriceId
    ? await requireOfferedPrice(context, subscriptionPriceId)
    : null;
  const state = await billingStateOf(tenant);
  if (!price) return previewRenewal(context, state);
  if (isFreePrice(price)) return previewFreePlan(context, { tenant, price, state });
  assertCurrency(price, state.currency);
  const coupon = await resolveCoupon(
    context,
    { price, customer: state.customer },
    subscriptionCoupon,
  );
  const live = isOneTime(price) ? null : await liveSubscription(context, state.customer);
  const asked = { price, coupon, state };
  if (live) {
    assertCurrency(price, live.currency);
    return previewPlanChange(context, asked, live);
  }
  const candidate = { tenantId: tenant.id, userId: session.user, state };
  return previewNewPlan(context, {
    ...asked,
    trial: await startsWithTrial(context, price, candidate),
  });
}

/** Previews the move to a free plan, free of charge; the paid plan may run until its period ends. */
async function previewFreePlan(
  context: AppContext,
  { tenant, price, state }: { tenant: TenantScope; price: PriceRow; state: TenantBillingState },
) {
  await tenant.run((tx) => assertFreePlanSeats(tx, tenant.id, price));
  const live = await liveSubscription(context, state.customer);
  const shown = await previewNewPlan(context, { price, coupon: null, state, trial: false });
  const ends = live && !isOverdue(live) ? live.currentPeriodEnd : null;
  return { ...shown, currentPlanEnds: ends?.toISOString() ?? null };
}

async function previewRenewal(context: AppContext, { customer }: TenantBillingState) {
  const live = await liveSubscription(context, customer);
  if (customer === null || live === null) return null;
  const preview = await context.stripe.previewInvoice({ customer, subscription: live.id });
  if (!preview) return null;
  const renewal = { date: preview.nextAttempt.toISOString(), amount: preview.amountDue };
  return toUpcomingInvoice(context, preview, renewal);
}

/** Previews another price for the running subscription; nothing is due during its trial. */
async function previewPlanChange(
  context: AppContext,
  { price, coupon, state }: PlanPreview,
  { id, itemId, trialEnd, status }: ProviderSubscription,
) {
  const question = {
    customer: state.customer ?? '',
    subscription: id,
    change: { item: itemId ?? '', price: price.service_id, prorationDate: state.now },
    ...(coupon && { promotionCode: coupon.promotionCode }),
  };
  const [preview, recurring] = await explainRefusal(
    context,
    { price, coupon, customer: state.customer },
    Promise.all([
      context.stripe.previewInvoice(question),
      context.stripe.previewInvoice({ ...question, recurring: true }),
    ]),
  );
  if (!preview || !recurring) return null;
  const { startingBalance, total, lines } = preview;
  if (status === 'trialing' && trialEnd) {
    const renewal = { date: trialEnd.toISOString(), amount: preview.amountDue };
    return toUpcomingInvoice(context, { ...preview, total: 0, amountDue: 0, lines: [] }, renewal);
  }
  // Credits belong to the period that the change ends, charges to the new one.
  const asked = lines.filter(({ amount }) => amount >= 0);
  const ends = asked.map(({ periodEnd }) => periodEnd.getTime());
  const left = Math.max(0, -(startingBalance + total));
  const renewal = {
    date: new Date(Math.max(...ends)).toISOString(),
    amount: Math.max(0, recurring.total - left),
  };
  const invoice = await toUpcomingInvoice(context, preview, renewal);
  return { ...invoice, prorationDate: state.now };
}

/** Previews a new subscription or a purchase: our price minus coupon and balance. */
async function previewNewPlan(
  context: AppContext,
  { price, coupon, state, trial }: PlanPreview & { trial: boolean },
) {
  const amount = coupon ? discountedPrice(price, coupon) : price.price;
  const dueNow = trial ? 0 : amount;
  const { customer } = state;
  const balance =
    customer === null || dueNow === 0 ? 0 : await context.stripe.retrieveCreditBalance(customer);
  const used = Math.min(dueNow, balance);
  const begins = new Date(state.now * 1_000);
  const renews = trial ? addDays(begins, price.trial_days) : addPeriod(begins, price);
  const later = trial || coupon?.lasts ? amount : price.price;
  const preview: ProviderInvoice = {
    id: 'upcoming',
    subscription: null,
    number: null,
    createdAt: begins,
    status: 'draft',
    currency: price.currency,
    total: dueNow,
    amountDue: dueNow - used,
    startingBalance: -balance,
    nextAttempt: begins,
    invoicePdf: null,
    prorationDate: null,
    lines: [
      {
        description: '',
        priceServiceId: price.service_id,
        amount: trial ? 0 : price.price,
        periodEnd: renews ?? begins,
        proration: false,
      },
    ],
  };
  const renewal = renews && price.price > 0 ? { date: renews.toISOString(), amount: later } : null;
  return toUpcomingInvoice(context, preview, renewal);
}

const discountedPrice = (price: PriceRow, coupon: ProviderCoupon) =>
  discountedAmount(price.price, price.currency as Currency, discountOf(coupon));

const addDays = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000);

/** Returns the end of a period that starts at this date; null for a one-time price. */
function addPeriod(from: Date, { billing_period: period }: PriceRow): Date | null {
  if (period === BillingPeriod.Once) return null;
  if (period === BillingPeriod.Daily) return addDays(from, 1);
  if (period === BillingPeriod.Weekly) return addDays(from, 7);
  const months = period === BillingPeriod.Yearly ? 12 : 1;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return to;
}

async function toUpcomingInvoice(
  context: AppContext,
  preview: ProviderInvoice,
  nextRenewal: UpcomingInvoice['nextRenewal'],
): Promise<UpcomingInvoice> {
  const [invoice] = await toInvoiceRecords(context, [preview]);
  if (!invoice) throw new Error('missing invoice record');
  const { amountDue, lines, prorationDate } = preview;
  const charged = lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  return {
    ...invoice,
    amountDue,
    credit: Math.max(0, charged - amountDue),
    nextRenewal,
    prorationDate,
    currentPlanEnds: null,
  };
}
